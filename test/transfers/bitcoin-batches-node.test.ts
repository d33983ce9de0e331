import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { TransferBatchDetailsResponse } from '../../contract/wallets/transfer-batches.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { startBitcoinNetwork } from '../support/given/bitcoin-network.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { transferPath, transfersOn, walletOn } from '../support/given/given-transfer.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { batchPath, make } from './given-batches.ts'
import { type BitcoinDesk, givenBitcoinDesk, givenBitcoinDrafts, outputsOf } from './given-bitcoin-batches.ts'

const network = await startBitcoinNetwork()
afterAll(() => network.close())
const server = startServer({ env: { ...transfersOn, KONTOR_RPC_BITCOIN: network.url }, connections: 4 })

/** Lets the periodic check run as if nobody had asked for an hour. */
async function checkEffects() {
  const checked_at = new Date(Date.now() - 3_600_000)
  await server.db.updateTable('transfers').set({ checked_at }).execute()
  await server.service.transferEffects.run(new AbortController().signal)
}

/** A paid request of a new client, to its wallet on bitcoin. */
async function givenBitcoinRequest(owner: Client, crypto_amount: string) {
  const { id } = await givenBuyer(server)
  await server.db.deleteFrom('wallets').where('organization_id', '=', id).execute()
  await server.db.deleteFrom('wallet_seeds').where('organization_id', '=', id).execute()
  const wallet = walletOn((await owner.post(walletsPath(id, '/create'))).body.wallets, 'bitcoin')
  network.give(wallet.address)
  const pay = {
    status: 'paid',
    payment_reference: `P-${crypto_amount}`,
    received_amount: String(Number(crypto_amount) * 1_000_000),
  }
  const terms = { asset: 'BTC', network: 'bitcoin', crypto_amount, rate: '1000000', fee_amount: '0' }
  const request = await givenRequest(owner, id, { ...terms, wallet_id: wallet.id }, review, approve, pay)
  return { ...request, address: wallet.address }
}

async function deliver({ owner, id, wallet }: BitcoinDesk, request: { id: string }, amount: string) {
  const reply = await owner.post('/v1/transfers', {
    organization_id: id,
    network: 'bitcoin',
    asset: 'BTC',
    from_wallet_id: wallet.id,
    amount,
    fee_ceiling: '5000',
    reason: 'Поставка по заявке',
    request_id: request.id,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.id as string
}

async function givenSigned(desk: BitcoinDesk, ids: string[]): Promise<TransferBatchDetailsResponse> {
  const { body: batch } = await make(desk.owner, ids)
  const signed = await desk.owner.post(batchPath(batch.id, '/sign'), {})
  expect(signed.body, JSON.stringify(signed.body)).toMatchObject({ status: 'signed', refused: [] })
  return signed.body
}

test('each delivery of a batch is recorded from its own output', async () => {
  const desk = await givenBitcoinDesk(server)
  const { owner } = desk
  network.give(desk.wallet.address, 1_000_000n)
  network.give(desk.wallet.address, 500_000n)
  const one = await givenBitcoinRequest(owner, '0.004')
  const other = await givenBitcoinRequest(owner, '0.003')
  // Two transfers of one request pay the same to the same address.
  const ids = [
    await deliver(desk, one, '200000'),
    await deliver(desk, one, '200000'),
    await deliver(desk, other, '300000'),
  ]
  const { transfers } = await givenSigned(desk, ids)
  const [first] = transfers as [TransferResponse]
  const txId = first.signature?.tx_id ?? ''

  // Whoever sends one has sent all.
  const sent = await owner.post(transferPath(ids[2] as string, '/broadcast'), {})
  expect(sent.body, JSON.stringify(sent.body)).toMatchObject({ id: ids[2], status: 'sent' })
  expect(network.fake.count('/tx')).toBe(1)
  for (const id of ids) expect((await owner.get(transferPath(id))).body.status).toBe('sent')
  await checkEffects()
  expect((await owner.get(`/v1/purchase-requests/${one.id}`)).body.status).toBe('paid')

  network.mine()
  await checkEffects()
  for (const request of [one, other])
    expect((await owner.get(`/v1/purchase-requests/${request.id}`)).body).toMatchObject({
      status: 'completed',
      tx_hash: txId,
      exception_since: null,
    })
  const places = new Map(transfers.map(({ id, signature }) => [id, signature?.output_index]))
  for (const [request, amounts] of [
    [one, ['0.002', '0.002']],
    [other, ['0.003']],
  ] as const) {
    const { items } = (await owner.get(`/v1/purchase-requests/${request.id}/deliveries`)).body
    expect(items.map(({ amount }: { amount: string }) => amount)).toEqual(amounts)
    for (const { transfer_id, output, tx_hash } of items)
      expect([tx_hash, output]).toEqual([txId, places.get(transfer_id)])
  }
  // Each has paid its share of the fee, also in the books.
  const ended = await Promise.all(ids.map(async (id) => (await owner.get(transferPath(id))).body))
  const fees = ended.map(({ effect, signature }) => [effect.fee, signature.fee])
  for (const [paid, share] of fees) expect(paid).toBe(share)
  const { raw } = (await owner.post(transferPath(first.id, '/sign'), {})).body
  const outputs = outputsOf(raw)
  const shared = fees.reduce((sum, [fee]) => sum + BigInt(fee), 0n)
  expect(outputs.reduce((sum, [, amount]) => sum + BigInt(amount), shared)).toBe(1_000_000n)
  const { rows } = await sql<{ amount: string }>`
    select entry.amount::text from book_entries as entry join book_postings as posting on posting.id = entry.posting_id
    where posting.kind = 'network_fee' and entry.amount > 0 order by entry.amount
  `.execute(server.db)
  const expected = fees.map(([fee]) => Number(fee)).toSorted((a, b) => a - b)
  expect(rows.map(({ amount }) => Number(amount))).toEqual(expected)
})

test('a transfer is confirmed by its own output, and not by one that is alike', async () => {
  const desk = await givenBitcoinDesk(server)
  network.give(desk.wallet.address, 1_000_000n)
  const ids = await givenBitcoinDrafts(desk, ['100000', '200000'])
  const { transfers } = await givenSigned(desk, ids)
  const [first, second] = transfers as [TransferResponse, TransferResponse]
  await desk.owner.post(transferPath(first.id, '/broadcast'), {})
  network.mine()
  // Somebody says of one that it is what the other output pays.
  network.give(first.to_address)
  await server.service.transferEffects.run(new AbortController().signal)
  await checkEffects()
  expect((await desk.owner.get(transferPath(first.id))).body.status).toBe('confirmed')
  const open = (await desk.owner.get(transferPath(second.id))).body
  expect([open.status, open.effect.problem]).toEqual([
    'sent',
    'The node tells of another payment: what the recipient got differs.',
  ])
  // The network has carried it out: it is not given up any more.
  const released = await desk.owner.post(transferPath(second.id, '/release'), { evidence: 'x' })
  expect([released.status, released.body.code]).toEqual([409, 'transfer_status'])
  network.give(second.to_address)
  await checkEffects()
  expect((await desk.owner.get(transferPath(second.id))).body.status).toBe('confirmed')
})
