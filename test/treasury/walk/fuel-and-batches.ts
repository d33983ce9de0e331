import { expect } from 'vitest'
import type { TransferBatchListResponse } from '../../../contract/wallets/transfer-batches.ts'
import { eth } from '../../support/given/given-transfer.ts'
import type { Client, TestServer } from '../../support/service/harness.ts'
import { fuelBounds, nextInputs, older, transfersIn, type World } from './world.ts'

/** Coins for fees: of the client, or of the other company; sometimes more than anybody may be given. */
export function topUp({ random, desks, client }: World, by: Client) {
  const needy = random.pick([client.entry.id, ...desks.map(({ wallet }) => wallet.id)])
  const amount = String((eth / 900n) * BigInt(1 + random.below(10)))
  return by.post(`/v1/wallets/${needy}/top-up`, { amount, fee_ceiling: fuelBounds.most_fee })
}

/** Some drafts of a wallet, of which one may be the wrong one. */
export async function makeBatch({ server, random, desks }: World, by: Client) {
  const { wallet } = random.pick(desks)
  const drafts = await transfersIn(server, 'draft')
  const chosen = drafts.filter((one) => one.from_wallet_id === wallet.id && random.chance(0.7)).slice(0, 5)
  const strange = random.chance(0.2) ? (await transfersIn(server, 'confirmed')).slice(0, 1) : []
  const transfer_ids = [...chosen, ...strange].map(({ id }) => id)
  if (transfer_ids.length === 0) return
  const reply = await by.post('/v1/transfer-batches', { transfer_ids, reason: 'Поставки дня' })
  if (reply.status === 422 && strange.length > 0)
    expect(JSON.stringify(reply.body.detail)).toContain(strange[0]?.id)
  return reply
}

function openBatches(server: TestServer) {
  return server.db
    .selectFrom('transfer_batches')
    .select(['id', 'members'])
    .where('status', '!=', 'cancelled')
    .orderBy('id')
    .execute()
}

/** Some are left out, and signed the next time. */
export async function signBatch(world: World, by: Client) {
  const open = await openBatches(world.server)
  if (open.length === 0) return
  const { id, members } = world.random.pick(open)
  const inputs = members
    .filter(() => world.random.chance(0.8))
    .map(({ transfer_id }) => ({ transfer_id, ...nextInputs(world) }))
  return by.post(`/v1/transfer-batches/${id}/sign`, { inputs }, older)
}

export async function cancelBatch({ server, random }: World, by: Client) {
  const open = await openBatches(server)
  return open.length === 0
    ? undefined
    : by.post(`/v1/transfer-batches/${random.pick(open).id}/cancel`, { reason: 'Завтра' })
}

/** No wallet is given coins twice at a time, or more than the company allows. */
export async function expectFuel({ server }: World): Promise<void> {
  const given = await server.db
    .selectFrom('transfers')
    .select(['address_id', 'amount', 'fee_ceiling', 'signed_fee', 'status'])
    .where('fuel_for', 'is not', null)
    .execute()
  for (const { amount, fee_ceiling, signed_fee } of given) {
    expect(BigInt(amount) <= BigInt(fuelBounds.most_amount)).toBe(true)
    for (const fee of [fee_ceiling, signed_fee ?? '0'])
      expect(BigInt(fee) <= BigInt(fuelBounds.most_fee)).toBe(true)
  }
  const open = given
    .filter(({ status }) => ['draft', 'signed', 'sent'].includes(status))
    .map((one) => one.address_id)
  expect(new Set(open).size).toBe(open.length)
}

/** A batch says what its transfers are, and no transfer waits in two that may be signed. */
export async function expectBatches({ server }: World, by: Client): Promise<void> {
  const rows = await server.db.selectFrom('transfer_batches').selectAll().execute()
  const transfers = new Map(
    (await server.db.selectFrom('transfers').selectAll().execute()).map((one) => [one.id, one]),
  )
  const { items } = (await by.get('/v1/transfer-batches?limit=200')).body as TransferBatchListResponse
  const listed = new Map(items.map((one) => [one.id, one]))
  const open: string[] = []
  for (const { id, members, withdrawn } of rows) {
    const batch = listed.get(id)
    const of = members.map(({ transfer_id }) => transfers.get(transfer_id))
    const sums: Record<string, bigint> = {}
    for (const one of of) sums[one?.asset ?? ''] = (sums[one?.asset ?? ''] ?? 0n) + BigInt(one?.amount ?? 0)
    expect(Object.fromEntries(batch?.sums.map((one) => [one.asset, BigInt(one.amount)]) ?? [])).toEqual(sums)
    expect(batch).toMatchObject({
      count: members.length,
      recipients: new Set(of.map((one) => one?.to_address)).size,
      signed: of.filter((one) => one?.signed_at).length,
    })
    const left = of.filter((one) => one?.status === 'draft').map((one) => one?.id as string)
    if (batch?.status === 'signed') expect(left).toEqual([])
    if (['draft', 'waiting', 'approved', 'signing'].includes(batch?.status ?? '')) {
      open.push(...left)
      for (const one of left)
        expect([withdrawn.includes(one), transfers.get(one)?.batch_id]).toEqual([false, id])
    }
  }
  expect(new Set(open).size).toBe(open.length)
}
