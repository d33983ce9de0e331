import { Transaction } from 'bitcoinjs-lib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TransferBatchDetailsResponse } from '../../contract/wallets/transfer-batches.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { listTransfersWith } from '../../server/features/transfers/transfers-of-chain.ts'
import { problemsIn } from '../proofs/installation.ts'
import { whileLocked } from '../support/database/locks.ts'
import { givenEntry, livingSpends, transferPath, transfersOn } from '../support/given/given-transfer.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'
import { batchPath } from './given-batches.ts'
import {
  coinsOf,
  givenBitcoinBatch,
  givenBitcoinDrafts,
  outputsOf,
  recipients,
  signWith,
  terms,
} from './given-bitcoin-batches.ts'

/** On bitcoin one transaction makes all transfers of a batch. */
const server = startServer({ env: transfersOn, connections: 5 })
const five = ['100000', '200000', '300000', '400000', '500000']

/** What is wrong with the rows of transfers, by `kontor audit verify`. Nobody has signed in to the sessions of these tests. */
async function wrongRows() {
  const problems = [...(await problemsIn(server, 'Releases')), ...(await problemsIn(server, 'Transfers'))]
  return problems.filter((problem) => !problem.includes('nobody is known to have signed in'))
}

const asPaid = ({ to_address, amount }: TransferResponse) => [to_address, amount]
const feesOf = ({ transfers }: Pick<TransferBatchDetailsResponse, 'transfers'>) =>
  transfers.reduce((sum, { signature }) => sum + BigInt(signature?.fee ?? 0), 0n)

async function rawOf(owner: Client, id = ''): Promise<string> {
  return (await owner.post(transferPath(id, '/sign'), {})).body.raw
}

test('a batch is one transaction with an output for each transfer, also of two to one address', async () => {
  // The sixth is to the first recipient again.
  const { desk, batch } = await givenBitcoinBatch(server, [...five, '600000'])
  expect(batch).toMatchObject({ count: 6, recipients: 5, sums: [{ asset: 'BTC', amount: '2100000' }] })
  const signed = await signWith(desk.owner, batch, coinsOf(desk))
  expect(signed.body, JSON.stringify(signed.body)).toMatchObject({ status: 'signed', signed: 6, refused: [] })
  const { transfers } = signed.body as TransferBatchDetailsResponse
  const [first] = transfers as [TransferResponse]
  expect(transfers.map(({ signature }) => signature?.output_index)).toEqual([0, 1, 2, 3, 4, 5])
  expect(new Set(transfers.map(({ signature }) => signature?.tx_id)).size).toBe(1)

  const raw = await rawOf(desk.owner, first.id)
  expect(Transaction.fromHex(raw).getId()).toBe(first.signature?.tx_id)
  const outputs = outputsOf(raw)
  expect(outputs.slice(0, 6)).toEqual(transfers.map(asPaid))
  expect(outputs.slice(6)).toEqual([[desk.wallet.address, expect.any(String)]])
  // What is missing from the coins is the fee, which all of them share.
  const paid = outputs.reduce((sum, [, amount]) => sum + BigInt(amount), 0n)
  expect(feesOf({ transfers })).toBe(10_000_000n - paid)
  for (const { signature, fee_ceiling } of transfers)
    expect(BigInt(signature?.fee ?? 0)).toBeLessThanOrEqual(BigInt(fee_ceiling))
  // All have the same bytes, and the coin is reserved once.
  expect(await rawOf(desk.owner, transfers[5]?.id)).toBe(raw)
  expect(await livingSpends(server, desk.wallet.address)).toMatchObject([{ transfer_id: first.id }])
  // A repeated call changes nothing.
  expect((await signWith(desk.owner, batch, coinsOf(desk))).body).toMatchObject({ signed: 6, refused: [] })
  expect(await rawOf(desk.owner, first.id)).toBe(raw)
  const audited = (await auditRows(server)).filter(
    ({ action, details }) =>
      action === 'transfer.signing' && (details as { batch_id?: string }).batch_id === batch.id,
  )
  expect(audited.map(({ details }) => (details as { output: number }).output)).toEqual([0, 1, 2, 3, 4, 5])
  expect(await wrongRows()).toEqual([])
  // The chain tells of the transaction once: of all that has left, and of all that came to one address.
  const known = await listTransfersWith(server.db, [['bitcoin', first.signature?.tx_id ?? '']])
  expect(new Set(known.map(({ paid }) => paid))).toEqual(new Set(['2100000']))
  const received = known.filter(({ to_address }) => to_address === recipients[0]).map((one) => one.received)
  expect(received).toEqual(['700000', '700000'])
})

test('one transfer that cannot be signed keeps all from it, by name, until it is cancelled', async () => {
  const { desk, batch } = await givenBitcoinBatch(server, five)
  const failing = batch.transfers[3] as TransferResponse
  const removed = await desk.owner.delete(`/v1/organizations/${desk.id}/addresses/${failing.address_id}`)
  expect(removed.status, JSON.stringify(removed.body)).toBeLessThan(300)
  const refused = await signWith(desk.owner, batch, coinsOf(desk))
  expect(refused.body).toMatchObject({
    status: 'signing',
    signed: 0,
    refused: [{ transfer_id: failing.id, code: 'transfer_blocked' }],
  })
  expect(refused.body.refused[0].detail).toContain('Cancel this transfer')
  expect(refused.body.transfers.map(({ status }: TransferResponse) => status)).toEqual(
    five.map(() => 'draft'),
  )
  expect(await livingSpends(server, desk.wallet.address)).toEqual([])

  expect((await desk.owner.post(transferPath(failing.id, '/cancel'), {})).status).toBe(200)
  const signed = await signWith(desk.owner, batch, coinsOf(desk))
  expect(signed.body, JSON.stringify(signed.body)).toMatchObject({ status: 'signed', signed: 4, refused: [] })
  const rest = (signed.body.transfers as TransferResponse[]).filter(({ id }) => id !== failing.id)
  expect(rest.map(({ signature }) => signature?.output_index)).toEqual([0, 1, 2, 3])
  expect(outputsOf(await rawOf(desk.owner, rest[0]?.id)).slice(0, 4)).toEqual(rest.map(asPaid))
  expect(await wrongRows()).toEqual([])
})

test('what concerns the whole transaction is said of no transfer', async () => {
  const { desk, batch } = await givenBitcoinBatch(server, ['100000', '200000'])
  const codeOf = (reply: { body: { detail: { ctx?: { code: string } }[] } }) =>
    reply.body.detail[0]?.ctx?.code
  const coins = coinsOf(desk)
  const poor = await signWith(desk.owner, batch, coinsOf(desk, 300_000n))
  expect([poor.status, codeOf(poor)]).toEqual([422, 'insufficient_funds'])
  // 4,000 satoshi are the highest fees of both together.
  const dear = await signWith(desk.owner, batch, {
    bitcoin: { ...coins.bitcoin, fee_rate: '40' },
  })
  expect([dear.status, codeOf(dear)]).toEqual([422, 'fee_above_ceiling'])
  const inputs = batch.transfers.map(({ id }) => ({ transfer_id: id, inputs: coins }))
  const twice = await desk.owner.post(batchPath(batch.id, '/sign'), { inputs })
  expect([twice.status, codeOf(twice)]).toEqual([422, 'batch_inputs_once'])
  // Coins that another batch spends.
  const [draft = ''] = await givenBitcoinDrafts(desk, ['50000'])
  const alone = await desk.owner.post(transferPath(draft, '/sign'), { inputs: coins })
  expect(alone.status, JSON.stringify(alone.body)).toBe(200)
  const taken = await signWith(desk.owner, batch, coins)
  expect([taken.status, taken.body.code]).toEqual([409, 'already_spent'])
  expect((await desk.owner.get(batchPath(batch.id))).body).toMatchObject({ status: 'signing', signed: 0 })
  // Dissolved, its transfers are free again.
  await desk.owner.post(batchPath(batch.id, '/cancel'), {})
  const first = batch.transfers[0]?.id ?? ''
  expect((await desk.owner.post(transferPath(first, '/sign'), { inputs: coinsOf(desk) })).status).toBe(200)
  expect((await desk.owner.get(transferPath(first))).body.signature.output_index).toBeNull()
})

test('two nodes sign it once', async () => {
  const second = await startSecondNode(server)
  try {
    const { desk, batch } = await givenBitcoinBatch(server, five)
    const there = client(second, desk.owner.token)
    const ids = batch.transfers.map(({ id }) => id)
    const replies = await whileLocked(
      server.db,
      (db) => sql`select from transfer_batches where id = ${batch.id} for update`.execute(db),
      () => [signWith(desk.owner, batch, coinsOf(desk)), signWith(there, batch, coinsOf(desk))],
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const rows = await server.db.selectFrom('transfers').selectAll().where('id', 'in', ids).execute()
    expect(new Set(rows.map(({ tx_id }) => tx_id)).size).toBe(1)
    expect(await livingSpends(server, desk.wallet.address)).toHaveLength(1)
    const decisions = (await auditRows(server)).filter(
      ({ action, object_id }) => action === 'transfer.signing' && ids.includes(String(object_id)),
    )
    expect(decisions).toHaveLength(5)
  } finally {
    await second.stop()
  }
})

describe('killed between the decision and the signature', () => {
  /** A batch whose decision is stored, and its signature is not. */
  async function givenKilled() {
    const { desk, batch } = await givenBitcoinBatch(server, five)
    const last = batch.transfers[4]?.id ?? ''
    await sql`alter table transfers add constraint killed check (id <> ${sql.lit(last)} or raw is null)`.execute(
      server.db,
    )
    expect((await signWith(desk.owner, batch, coinsOf(desk))).status).toBe(500)
    await sql`alter table transfers drop constraint killed`.execute(server.db)
    return { desk, batch }
  }
  const row = (id: string) =>
    server.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('the same call goes on, with the bytes that were decided', async () => {
    const { desk, batch } = await givenKilled()
    const between = (await desk.owner.get(batchPath(batch.id))).body as TransferBatchDetailsResponse
    expect(between.transfers.map(({ status }) => status)).toEqual(five.map(() => 'approved'))
    const { spends } = await row(batch.transfers[0]?.id ?? '')
    // Other coins are not looked at any more.
    const whole = await signWith(desk.owner, batch, coinsOf(desk))
    expect(whole.body, JSON.stringify(whole.body)).toMatchObject({ status: 'signed', signed: 5 })
    for (const { signature } of whole.body.transfers) expect(signature.spends).toEqual(spends)
    const raw = await rawOf(desk.owner, batch.transfers[0]?.id)
    const [input] = Transaction.fromHex(raw).ins
    expect(
      `${Buffer.from(input?.hash ?? [])
        .reverse()
        .toString('hex')}:${input?.index}`,
    ).toBe(spends?.[0])
    expect(await wrongRows()).toEqual([])
  })

  test('signing one of them signs all, and releasing one releases all', async () => {
    const { desk, batch } = await givenKilled()
    const [one = '', other = ''] = batch.transfers.map(({ id }) => id)
    expect((await desk.owner.post(transferPath(other, '/sign'), {})).status).toBe(200)
    const signed = (await desk.owner.get(batchPath(batch.id))).body
    expect(signed).toMatchObject({ status: 'signed', signed: 5 })
    // None of them is replaced alone.
    const { address_id } = batch.transfers[1] as TransferResponse
    const replaced = await desk.owner.post('/v1/transfers', {
      ...terms,
      organization_id: desk.id,
      from_wallet_id: desk.wallet.id,
      address_id,
      amount: '100000',
      reason: 'Быстрее',
      replaces: other,
    })
    expect(replaced.body.detail).toMatchObject([{ ctx: { code: 'replaces_batch' } }])
    const released = await desk.owner.post(transferPath(other, '/release'), { evidence: 'Не отправлена' })
    expect(released.body, JSON.stringify(released.body)).toMatchObject({ id: other, status: 'failed' })
    const after = (await desk.owner.get(batchPath(batch.id))).body.transfers as TransferResponse[]
    expect(after.map(({ status, evidence }) => [status, evidence])).toEqual(
      five.map(() => ['failed', 'Не отправлена']),
    )
    expect(await livingSpends(server, desk.wallet.address)).toEqual([])
    expect((await desk.owner.post(transferPath(one, '/release'), { evidence: 'x' })).body.code).toBe(
      'transfer_status',
    )
  })

  test('what somebody writes into the database signs nothing', async () => {
    const { desk, batch } = await givenKilled()
    const [first = '', second = ''] = batch.transfers.map(({ id }) => id)
    const [honest, other] = [await row(second), await row(first)]
    const stranger = recipients.find((one) => one !== honest.to_address) ?? ''
    const write = (changes: object) =>
      server.db.updateTable('transfers').set(changes).where('id', '=', second).execute()
    for (const changes of [
      { to_address: stranger },
      { amount: '1000000' },
      { signed_amount: '1000000' },
      { signed_fee: '1' },
      { output_index: 3 },
      { output_index: null },
      { batch_id: other.id },
      { decision: other.decision },
      { decision: other.decision, decision_proof: other.decision_proof },
      { decision: honest.decision?.replace(honest.to_address, stranger) },
    ]) {
      await write(changes)
      const refused = await signWith(desk.owner, batch, coinsOf(desk))
      expect(refused.status, JSON.stringify([changes, refused.body])).toBe(503)
      expect(refused.body.code).toBe('proof_invalid')
      await write(Object.fromEntries(Object.keys(changes).map((key) => [key, honest[key as 'decision']])))
    }
    expect((await desk.owner.get(batchPath(batch.id))).body.signed).toBe(0)
    const whole = await signWith(desk.owner, batch, coinsOf(desk))
    expect(whole.body, JSON.stringify(whole.body)).toMatchObject({ status: 'signed', signed: 5 })
  })
})

test('a transfer that was changed before it is decided is named', async () => {
  const { desk, batch } = await givenBitcoinBatch(server, five)
  const entry = await givenEntry(desk.owner, desk.id, {
    network: 'bitcoin',
    address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  })
  // Decided first: a batch of other transfers is no batch.
  expect((await signWith(desk.owner, batch, coinsOf(desk, 1_000_000n))).status).toBe(422)
  const id = batch.transfers[2]?.id ?? ''
  await server.db
    .updateTable('transfers')
    .set({ to_address: entry.address, address_id: entry.id })
    .where('id', '=', id)
    .execute()
  const refused = { signed: 0, refused: [{ transfer_id: id, code: 'proof_invalid' }] }
  expect((await signWith(desk.owner, batch, coinsOf(desk))).body).toMatchObject(refused)
  await server.db.updateTable('transfers').set({ amount: 'all' }).where('id', '=', id).execute()
  expect((await signWith(desk.owner, batch, coinsOf(desk))).body).toMatchObject(refused)
})
