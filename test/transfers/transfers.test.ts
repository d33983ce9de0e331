import { createHash } from 'node:crypto'
import { Interface, Transaction } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { contractOf } from '../../contract/money/assets.ts'
import { provenEntries } from '../../server/features/address-book/entry-proofs.ts'
import { canonicalJson } from '../../server/platform/canonical-json.ts'
import { isFull } from '../support/cases/scale.ts'
import { proveRow } from '../support/database/proven-rows.ts'
import {
  eth,
  ethereumInputs,
  givenEntry,
  givenPayer,
  givenSigned,
  givenTransfer,
  gwei,
  livingSpends,
  newTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { auditOf, eventsOf, givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: transfersOn })

describe('the life of a transfer', () => {
  test('is prepared, signed, exported and released, and leaves traces', async () => {
    const payer = await givenPayer(server)
    const { id, owner, wallet, entry } = payer
    const created = await givenTransfer(owner, payer)
    expect(created).toMatchObject({
      status: 'draft',
      from_address: wallet.address,
      from_generation: 1,
      to_address: entry.address,
      to_label: 'Биржа',
      amount: String(eth / 10n),
      signature: null,
      effect: null,
      approval_id: null,
      version: 1,
    })

    const reply = await owner.post(transferPath(created.id, '/sign'), ethereumInputs(7), {
      'kontor-reason': 'older',
    })
    expect(reply).toMatchObject({ status: 200, body: { id: created.id, encoding: 'hex' } })
    const parsed = Transaction.from(reply.body.raw)
    expect(parsed).toMatchObject({
      from: wallet.address,
      to: entry.address,
      value: eth / 10n,
      nonce: 7,
      chainId: 1n,
      maxFeePerGas: 20n * gwei,
      hash: reply.body.tx_id,
    })

    const signed = (await owner.get(transferPath(created.id))).body
    expect(signed).toMatchObject({
      status: 'signed',
      signature: {
        tx_id: reply.body.tx_id,
        amount: String(eth / 10n),
        fee: String(parsed.gasLimit * 20n * gwei),
        spends: ['nonce:7'],
        valid_until: null,
      },
    })
    expect(signed).not.toHaveProperty('raw')
    expect(await livingSpends(server, wallet.address)).toEqual([{ transfer_id: created.id, key: 'nonce:7' }])

    const raw = await owner.get(transferPath(created.id, '/export'))
    expect(raw).toMatchObject({ status: 200, body: reply.body.raw })
    expect(raw.headers.get('content-disposition')).toMatch(/^attachment; filename="0x[0-9a-f]{62}\.txt"$/)
    const qr = await owner.get(transferPath(created.id, '/export?format=qr'))
    expect(qr.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    expect(qr.body).toMatch(/^<svg /)

    const released = await owner.post(transferPath(created.id, '/release'), { evidence: 'Nonce 7 был занят' })
    expect(released).toMatchObject({ status: 200, body: { status: 'failed', evidence: 'Nonce 7 был занят' } })
    expect(await livingSpends(server, wallet.address)).toEqual([])

    const { timeline } = (await owner.get(transferPath(created.id))).body
    const steps = timeline.map(({ step }: { step: string }) => step)
    expect(steps).toEqual(['created', 'signed', 'exported', 'exported', 'released'])
    const types = (await eventsOf(server, id))
      .map(({ type }) => type)
      .filter((type) => /^transfer/.test(type))
    expect(types).toEqual(['transfer.created', 'transfer.signed', 'transfer.released'])
    expect(await auditOf(server, id, 'transfer.signing')).toMatchObject([
      { object_id: created.id, actor_id: owner.id, details: { digest: created.digest, spends: ['nonce:7'] } },
    ])
    expect(await auditOf(server, id, 'transfer.signed')).toMatchObject([
      { details: { tx_id: reply.body.tx_id } },
    ])
    expect(await auditOf(server, id, 'transfer.exported')).toMatchObject([
      { details: { format: 'raw' } },
      { details: { format: 'qr' } },
    ])
  })

  test('a repetition returns the same bytes, whatever inputs it names, and spends nothing more', async () => {
    const payer = await givenPayer(server)
    const { transfer, signed } = await givenSigned(payer.owner, payer, 3)
    const again = await payer.owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(4))
    expect(again).toMatchObject({ status: 200, body: signed })
    expect(await livingSpends(server, payer.wallet.address)).toHaveLength(1)
    expect(await auditOf(server, payer.id, 'transfer.signing')).toHaveLength(1)
  })

  test('USDT pays the contract of the table', async () => {
    const payer = await givenPayer(server)
    const { signed } = await givenSigned(payer.owner, payer, 0, { asset: 'USDT', amount: '1500000' })
    const { to, value, data } = Transaction.from(signed.raw)
    expect([to, value]).toEqual([contractOf('ethereum', 'USDT'), 0n])
    const call = new Interface(['function transfer(address to, uint256 value)']).decodeFunctionData(
      'transfer',
      data,
    )
    expect([...call]).toEqual([payer.entry.address, 1_500_000n])
  })

  test('a sweep sends all of a retired wallet to the current one', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const replaced = await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })
    const old = walletOn(wallets, 'ethereum')
    const current = walletOn(replaced.body.wallets, 'ethereum')
    const before = (await owner.get(walletsPath(id, '/generations'))).body
    const { signed, transfer } = await givenSigned(owner, { id, wallet: old, entry: current }, 0, {
      amount: 'all',
    })
    expect(transfer).toMatchObject({ from_generation: 1, to_address: current.address, to_label: null })
    const { from, to, value, gasLimit } = Transaction.from(signed.raw)
    expect({ from, to, value }).toEqual({
      from: old.address,
      to: current.address,
      value: eth - gasLimit * 20n * gwei,
    })
    expect((await owner.get(walletsPath(id, '/generations'))).body).toEqual(before)
  })

  test('a draft can be cancelled, and is never signed then', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const cancelled = await payer.owner.post(transferPath(id, '/cancel'), { reason: 'Ошибка' })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await payer.owner.post(transferPath(id, '/cancel'), {})).status).toBe(200)
    expect(await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject({
      status: 409,
      body: { code: 'transfer_status', context: { status: 'cancelled' } },
    })
    const signed = await givenSigned(payer.owner, payer, 0)
    expect(await payer.owner.post(transferPath(signed.transfer.id, '/cancel'), {})).toMatchObject({
      status: 409,
      body: { code: 'transfer_status', context: { status: 'signed', allowed: ['draft'] } },
    })
  })

  test('drafts of thirty days are cancelled, and what is signed stays', async () => {
    const payer = await givenPayer(server)
    const draft = await givenTransfer(payer.owner, payer)
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    server.clock.at = days(29)
    await server.service.transferExpiry.sweep()
    server.clock.at = null
    expect((await payer.owner.get(transferPath(draft.id))).body.status).toBe('draft')
    server.clock.at = days(31)
    await server.service.transferExpiry.sweep()
    server.clock.at = null
    const expired = (await payer.owner.get(transferPath(draft.id))).body
    expect(expired.status).toBe('cancelled')
    expect(expired.timeline.at(-1)).toMatchObject({ step: 'cancelled', by: null })
    expect((await payer.owner.get(transferPath(transfer.id))).body.status).toBe('signed')
  })

  test('without a node nothing is broadcast, and inputs must be sent', async () => {
    const payer = await givenPayer(server)
    const draft = await givenTransfer(payer.owner, payer)
    const refused = await payer.owner.post(transferPath(draft.id, '/sign'), {})
    expect(refused).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'inputs'], type: 'missing' }] },
    })
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    expect(await payer.owner.post(transferPath(transfer.id, '/broadcast'))).toMatchObject({
      status: 409,
      body: { code: 'node_missing', context: { network: 'ethereum' } },
    })
  })
})

describe('the digest', () => {
  test('is the SHA-256 of the intent', async () => {
    const payer = await givenPayer(server)
    const made = await givenTransfer(payer.owner, payer)
    const intent = {
      organization_id: payer.id,
      network: 'ethereum',
      asset: 'ETH',
      amount: '0.1',
      amount_units: String(eth / 10n),
      from_wallet_id: payer.wallet.id,
      from_generation: 1,
      from_address: payer.wallet.address,
      address_id: payer.entry.id,
      to_address: payer.entry.address,
      to_label: 'Биржа',
      to_ownership: 'declared',
      fee_asset: 'ETH',
      fee_ceiling: '0.01',
      fee_ceiling_units: String(eth / 100n),
      reason: 'Поставка по договору',
      request_id: null,
      request_number: null,
      replaces: null,
    }
    expect(made.digest).toBe(createHash('sha256').update(canonicalJson(intent)).digest('hex'))
  })
})

test.runIf(isFull)('a small amount may be sent with the usual fee, which is more', async () => {
  const payer = await givenPayer(server)
  const small = { amount: String(eth / 10_000n), fee_ceiling: String(eth / 500n) }
  expect((await payer.owner.post('/v1/transfers', newTransfer(payer, small))).status).toBe(201)
})

describe('what is refused before anything is signed', () => {
  // Nothing that is refused changes it.
  let payer: Awaited<ReturnType<typeof givenPayer>>
  beforeAll(async () => {
    payer = await givenPayer(server)
  })

  test.each([
    ['an asset of another network', { asset: 'TRX' }, 'asset', 'asset_not_on_network'],
    ['a fee ceiling that is a slip', { fee_ceiling: String(eth) }, 'fee_ceiling', 'fee_ceiling_too_high'],
    [
      'a fee out of proportion',
      { amount: String(eth / 100n) },
      'fee_ceiling',
      'fee_ceiling_out_of_proportion',
    ],
    ['a wallet that is not there', { from_wallet_id: 'x' }, 'from_wallet_id', 'wallet_not_found'],
    ['an address that is not there', { address_id: 'x' }, 'address_id', 'destination_not_found'],
    ['a request that is not there', { request_id: 'x' }, 'request_id', 'request_not_found'],
    ['a transfer that is not there', { replaces: 'x' }, 'replaces', 'transfer_not_replaceable'],
  ])('%s', async (_name, overrides, name, code) => {
    const reply = await payer.owner.post('/v1/transfers', newTransfer(payer, overrides))
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatchObject([{ loc: ['body', name], ctx: { code } }])
  })

  test('a payment to the wallet itself', async () => {
    const reply = await payer.owner.post('/v1/transfers', newTransfer(payer, { address_id: payer.wallet.id }))
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'address_id'], ctx: { code: 'same_address' } }])
  })

  test('an entry of before from which nothing comes back', async () => {
    const payer = await givenPayer(server)
    const address = '0x000000000000000000000000000000000000dEaD'
    const entry = { address, account: address }
    await server.db.updateTable('address_book_entries').set(entry).where('id', '=', payer.entry.id).execute()
    await proveRow(server, provenEntries, payer.entry.id)
    const reply = await payer.owner.post('/v1/transfers', newTransfer(payer))
    expect(reply.body.detail).toMatchObject([
      { loc: ['body', 'address_id'], ctx: { code: 'address_not_payable', kind: 'burn' } },
    ])
  })

  test('dust of bitcoin', async () => {
    const reply = await payer.owner.post(
      '/v1/transfers',
      newTransfer(payer, {
        network: 'bitcoin',
        asset: 'BTC',
        from_wallet_id: walletOn(payer.wallets, 'bitcoin').id,
        amount: '545',
        fee_ceiling: '10',
      }),
    )
    expect(reply.body.detail).toMatchObject([
      { loc: ['body', 'amount'], ctx: { code: 'amount_too_small', least: '0.00000546 BTC' } },
      { loc: ['body', 'address_id'], ctx: { code: 'destination_not_found' } },
    ])
  })

  test.each([
    ['too little', ethereumInputs(0, { balance: '1' }), 'insufficient_funds', 'balance'],
    [
      'a fee above the ceiling',
      ethereumInputs(0, { max_fee_per_gas: String(900n * gwei) }),
      'fee_above_ceiling',
      'max_fee_per_gas',
    ],
    [
      'more for the validator than in all',
      ethereumInputs(0, { max_priority_fee_per_gas: String(21n * gwei) }),
      'input_invalid',
      'max_priority_fee_per_gas',
    ],
  ])('%s: the plan says so at the input, and nothing is reserved', async (_name, body, code, input) => {
    const { id } = await givenTransfer(payer.owner, payer)
    const reply = await payer.owner.post(transferPath(id, '/sign'), body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'inputs', 'ethereum', input], ctx: { code } }])
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
    expect((await payer.owner.get(transferPath(id))).body.status).toBe('draft')
  })

  test('a token without coins for gas', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer, { asset: 'USDT', amount: '1500000' })
    const reply = await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0, { balance: '0' }))
    expect(reply.body.detail).toMatchObject([{ ctx: { code: 'gas_missing' } }])
  })

  test('inputs of another network', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const reply = await payer.owner.post(transferPath(id, '/sign'), {
      inputs: { ton: { seqno: 0, balance: '1' } },
    })
    expect(reply.body.detail).toMatchObject([
      { loc: ['body', 'inputs', 'ethereum'], type: 'missing' },
      { loc: ['body', 'inputs', 'ton'], ctx: { code: 'input_invalid' } },
    ])
  })
})

describe('who and what', () => {
  test('owners and custodians manage transfers; everybody reads them', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    for (const role of roles) {
      const client = await server.signIn(role)
      const mayManage = role === 'owner' || role === 'custodian'
      expect((await client.get(transferPath(id))).status, role).toBe(200)
      expect((await client.get('/v1/transfers')).status, role).toBe(200)
      const created = await client.post('/v1/transfers', newTransfer(payer))
      expect(created.status, role).toBe(mayManage ? 201 : 403)
      if (mayManage) continue
      for (const what of ['/sign', '/cancel', '/broadcast']) {
        expect((await client.post(transferPath(id, what), {})).status, `${role} ${what}`).toBe(403)
      }
      expect((await client.post(transferPath(id, '/release'), { evidence: 'x' })).status).toBe(403)
      expect((await client.get(transferPath(id, '/export'))).status).toBe(403)
    }
  })

  test('wallets and addresses of another organization are not there', async () => {
    const payer = await givenPayer(server)
    const other = await givenPayer(server)
    const reply = await payer.owner.post(
      '/v1/transfers',
      newTransfer(payer, { from_wallet_id: other.wallet.id, address_id: other.entry.id }),
    )
    expect(reply.body.detail).toMatchObject([
      { ctx: { code: 'wallet_not_found' } },
      { ctx: { code: 'destination_not_found' } },
    ])
    const { transfer } = await givenSigned(other.owner, other, 0)
    const replacing = await payer.owner.post('/v1/transfers', newTransfer(payer, { replaces: transfer.id }))
    expect(replacing.body.detail).toMatchObject([{ ctx: { code: 'transfer_not_replaceable' } }])
  })

  test('the list has pages and filters', async () => {
    const payer = await givenPayer(server)
    const made = []
    for (let nonce = 0; nonce < 3; nonce += 1) made.push(await givenTransfer(payer.owner, payer))
    const { transfer } = await givenSigned(payer.owner, payer, 0)
    const path = `/v1/transfers?organization_id=${payer.id}`
    const first = (await payer.owner.get(`${path}&limit=3`)).body
    const ids = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)
    expect(ids(first)).toEqual([transfer.id, made[2]?.id, made[1]?.id])
    const second = (await payer.owner.get(`${path}&limit=3&cursor=${first.next_cursor}`)).body
    expect(ids(second)).toEqual([made[0]?.id])
    expect(second.next_cursor).toBeNull()
    expect(ids((await payer.owner.get(`${path}&status=signed`)).body)).toEqual([transfer.id])
    expect(ids((await payer.owner.get(`${path}&network=ton`)).body)).toEqual([])
  })

  test('the same Idempotency-Key prepares once', async () => {
    const payer = await givenPayer(server)
    const headers = { 'idempotency-key': 'transfer-once' }
    const first = await payer.owner.post('/v1/transfers', newTransfer(payer), headers)
    const second = await payer.owner.post('/v1/transfers', newTransfer(payer), headers)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect((await payer.owner.get(`/v1/transfers?organization_id=${payer.id}`)).body.items).toHaveLength(1)
  })
})

describe('destinations', () => {
  test('an entry that was removed blocks the signature', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const path = `/v1/organizations/${payer.id}/addresses/${payer.entry.id}`
    expect((await payer.owner.delete(path)).status).toBe(204)
    expect(await payer.owner.post(transferPath(id, '/sign'), ethereumInputs(0))).toMatchObject({
      status: 409,
      body: { code: 'transfer_blocked', context: { blockers: ['removed'] } },
    })
    expect(await livingSpends(server, payer.wallet.address)).toEqual([])
  })

  test('a wallet that was replaced meanwhile blocks it too', async () => {
    const { id, owner, wallets } = await givenWallets(server)
    const second = await owner.post(walletsPath(id, '/replace'), { reason: 'Утечка' })
    const payer = {
      id,
      wallet: walletOn(wallets, 'ethereum'),
      entry: walletOn(second.body.wallets, 'ethereum'),
    }
    const draft = await givenTransfer(owner, payer, { amount: 'all' })
    await owner.post(walletsPath(id, '/replace'), { reason: 'Снова утечка' })
    expect(await owner.post(transferPath(draft.id, '/sign'), ethereumInputs(0))).toMatchObject({
      status: 409,
      body: { code: 'transfer_blocked', context: { blockers: ['removed'] } },
    })
  })

  test('two entries of one organization are two destinations', async () => {
    const payer = await givenPayer(server)
    const other = await givenEntry(payer.owner, payer.id, { label: 'Вторая' })
    const made = await givenTransfer(payer.owner, { ...payer, entry: other })
    expect(made).toMatchObject({ to_address: other.address, to_label: 'Вторая' })
  })
})
