import { expect, test } from 'vitest'
import { quotePrice } from '../../console/purchase-requests/quotes/quote-price.ts'

const request = {
  asset: 'USDT',
  network: 'tron',
  crypto_amount: '1000.5',
  fiat_currency: 'RUB',
  fee_amount: '100.00',
} as const

test('the price of a quote follows from the amount of the asset or of money', () => {
  expect(quotePrice(request, { rate: '92.155' })).toMatchObject({
    fiat_amount: '92201.08',
    total_amount: '92301.08',
  })
  expect(quotePrice(request, { rate: '92.155', crypto_amount: '10', fee_amount: '0' })).toMatchObject({
    crypto_amount: '10',
    total_amount: '921.55',
  })
  expect(quotePrice(request, { rate: '92.155', fiat_amount: '92201.08' })).toMatchObject({
    crypto_amount: '1000.500027',
    fiat_amount: '92201.08',
  })
})

test('there is no price while something is missing or wrong', () => {
  expect(quotePrice(request, {})).toBeUndefined()
  expect(quotePrice(request, { rate: '0' })).toBeUndefined()
  expect(quotePrice(request, { rate: 'x' })).toBeUndefined()
  expect(quotePrice(request, { rate: '1', fee_amount: '0.001' })).toBeUndefined()
})
