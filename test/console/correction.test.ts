import { describe, expect, test } from 'vitest'
import { changesOf, correctionForm, correctionOf } from '../../console/purchase-requests/quotes/correction.ts'

const request = {
  asset: 'USDT',
  network: 'tron',
  crypto_amount: '1000.5',
  wallet_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4',
  address_id: null,
  destination_address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  comment: null,
  rate: '90',
  fiat_currency: 'RUB',
  fee_amount: '100.00',
  total_amount: '90145.00',
} as const
const opened = correctionForm(request)

describe('a correction', () => {
  test('is what the person changed, and nothing else', () => {
    expect(correctionOf(opened, opened)).toEqual({})
    expect(correctionOf(opened, { ...opened, crypto_amount: '900' })).toEqual({ crypto_amount: '900' })
    expect(correctionOf(opened, { ...opened, comment: 'Urgent' })).toEqual({ comment: 'Urgent' })
    const remark = { ...opened, comment: 'Urgent' }
    expect(correctionOf(remark, { ...remark, comment: '' })).toEqual({ comment: null })
  })

  test('of the address or the network leaves the wallet', () => {
    expect(correctionOf(opened, { ...opened, destination_address: '' })).toEqual({
      wallet_id: null,
      destination_address: null,
    })
    expect(correctionOf(opened, { ...opened, network: 'ethereum', destination_address: '' })).toEqual({
      network: 'ethereum',
      wallet_id: null,
      destination_address: null,
    })
  })

  test('to an entry of the address book sends its id alone, and shows its address', () => {
    const correction = correctionOf(opened, { ...opened, address_id: 'book', destination_address: '' })
    expect(correction).toEqual({ address_id: 'book' })
    expect(changesOf(request, correction, () => 'TEntry')).toEqual([
      { field: 'destination_address', from: request.destination_address, to: 'TEntry' },
    ])
    const chosen = correctionForm({ ...request, wallet_id: null, address_id: 'book' })
    expect(chosen.destination_address).toBe('')
    expect(correctionOf(chosen, { ...chosen, crypto_amount: '900' })).toEqual({ crypto_amount: '900' })
    expect(correctionOf(chosen, { ...chosen, address_id: '' })).toEqual({
      wallet_id: null,
      address_id: null,
      destination_address: null,
    })
  })

  test('shows from what to what, with what somebody else has corrected in the meantime', () => {
    const correction = correctionOf(opened, { ...opened, crypto_amount: '900', destination_address: '' })
    expect(changesOf({ ...request, crypto_amount: '950' }, correction)).toEqual([
      { field: 'crypto_amount', from: '950', to: '900' },
      { field: 'destination_address', from: request.destination_address, to: null },
      { field: 'total_amount', from: '90145.00', to: '81100.00' },
    ])
    const same = { ...request, crypto_amount: '900', total_amount: '81100.00' }
    expect(changesOf(same, { crypto_amount: '900' })).toEqual([])
  })
})
