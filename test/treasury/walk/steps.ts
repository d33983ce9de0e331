import { expect } from 'vitest'
import { toUnits } from '../../../contract/money/commodities.ts'
import { approve, newRequest, review } from '../../support/given/given-purchase-request.ts'
import { newDelivery } from '../../support/given/given-stock.ts'
import { newTransfer, transferPath } from '../../support/given/given-transfer.ts'
import type { Client } from '../../support/service/harness.ts'
import { importLines, isMinedEarly, reopenLine, setAsideLine } from './chain.ts'
import { cancelBatch, makeBatch, signBatch, topUp } from './fuel-and-batches.ts'
import {
  type Asset,
  assetNames,
  assets,
  decimal,
  decimals,
  evidence,
  fee_ceiling,
  newTransaction,
  nextInputs,
  nextName,
  older,
  paidRequests,
  type Step,
  transfersIn,
  type World,
} from './world.ts'

/** Of whatever is there now, so that a walk goes on after a node was killed. */
const steps: readonly (readonly [weight: number, Step])[] = [
  [4, acquire],
  [1, reverseAcquisition],
  [4, sell],
  [7, prepare],
  [3, moveCoins],
  [9, sign],
  [8, confirm],
  [1, release],
  [1, confirmGivenUp],
  [1, cancel],
  [1, typeHash],
  [1, reverseDelivery],
  [1, refund],
  [2, topUp],
  [3, makeBatch],
  [4, signBatch],
  [1, cancelBatch],
  [2, importLines],
  [2, setAsideLine],
  [1, reopenLine],
]
export const stepNames = steps.map(([, { name }]) => name)
const choices = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step))

/** Takes one step. Nothing that people do is a failure of the service. */
export async function takeStep(world: World, by: Client): Promise<void> {
  const step = world.random.pick(choices)
  const reply = await step(world, by)
  if (!reply) return
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1)
  if (reply.status < 300) count(world.done, step.name)
  else count(world.refused, `${step.name}: ${reply.body.code ?? JSON.stringify(reply.body.detail)}`)
  expect(reply.status, `${step.name}: ${JSON.stringify(reply.body)}`).toBeLessThan(500)
}

function acquire(world: World, by: Client) {
  const { random } = world
  const { companyId, wallet } = random.pick(world.desks)
  const asset = random.pick(assetNames)
  const units = 1n + BigInt(random.below(2 ** 30)) * (asset === 'ETH' ? 10n ** 9n : 1n)
  const kopecks =
    1n + (units * assets[asset].kopecks) / 10n ** BigInt(decimals[asset]) + BigInt(random.below(999))
  return by.post('/v1/treasury/acquisitions', {
    company_id: companyId,
    asset,
    network: 'ethereum',
    wallet_id: wallet.id,
    amount: decimal(units, decimals[asset]),
    cost: { currency: 'RUB', amount: decimal(kopecks, 2) },
    ...(random.chance(0.3) && { fee: decimal(BigInt(random.below(5_000)), 2) }),
    acquired_at: new Date(Date.now() - 60_000 - random.below(20) * 86_400_000).toISOString(),
    counterparty: { name: 'ООО «Биржа»' },
    reference: `W-${nextName(world)}`,
    tx_hash: newTransaction(world),
  })
}

async function reverseAcquisition({ server, random }: World, by: Client) {
  const rows = await server.db
    .selectFrom('acquisitions')
    .select('id')
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return
  return by.post(`/v1/treasury/acquisitions/${random.pick(rows).id}/reverse`, { reason: 'Ошибка' })
}

/** A request of the client, which mostly is paid for. */
async function sell({ random, client }: World, by: Client) {
  const asset = random.pick(assetNames)
  const terms = {
    asset,
    network: 'ethereum',
    crypto_amount: decimal(
      (1n + BigInt(random.below(4))) * assets[asset].part + BigInt(random.below(1_000)),
      decimals[asset],
    ),
    rate: assets[asset].rate,
    fee_amount: decimal(BigInt(random.below(50_000)), 2),
    wallet_id: client.entry.id,
  }
  let reply = await by.post('/v1/purchase-requests', newRequest(client.id, terms))
  const moves = [review, approve, ...(random.chance(0.8) ? ['pay' as const] : [])]
  for (const move of moves) {
    if (reply.status >= 300) break
    const { id, total_amount } = reply.body
    const pay = { status: 'paid', payment_reference: 'P-1', received_amount: total_amount }
    reply = await by.patch(`/v1/purchase-requests/${id}/status`, move === 'pay' ? pay : move)
  }
  return reply
}

/** A transfer from a wallet of the desk to the client, of the rest of a request or a part of it. */
async function prepare({ server, random, desks }: World, by: Client) {
  const open = await paidRequests(server)
  if (open.length === 0) return
  const request = random.pick(open)
  const asset = request.asset as Asset
  const left = toUnits(request.crypto_amount, asset) - toUnits(request.delivered_amount, asset)
  const amount = random.chance(0.5) ? left : (left * BigInt(1 + random.below(9))) / 10n
  const body = newDelivery(random.pick(desks) as never, request, {
    asset,
    amount: String(amount),
    fee_ceiling,
  })
  return by.post('/v1/transfers', body)
}

/** To the other company, or to somebody who is no client. */
function moveCoins({ random, desks }: World, by: Client) {
  const desk = random.pick(desks)
  const asset = random.pick(assetNames)
  const amount = String(assets[asset].part / BigInt(1 + random.below(7)))
  const entry = random.pick(desk.entries)
  return by.post('/v1/transfers', newTransfer({ ...desk, entry } as never, { asset, amount, fee_ceiling }))
}

async function sign(world: World, by: Client) {
  const drafts = await transfersIn(world.server, 'draft')
  if (drafts.length === 0) return
  const path = transferPath(world.random.pick(drafts).id, '/sign')
  return by.post(path, nextInputs(world), older)
}

async function confirm({ server, random }: World, by: Client) {
  const signed = await transfersIn(server, 'signed', 'sent')
  if (signed.length === 0) return
  return by.post(transferPath(random.pick(signed).id, '/confirm'), evidence)
}

/** Also what the chain has already: whoever releases it has not looked. */
async function release({ server, random }: World, by: Client) {
  const signed = await transfersIn(server, 'signed', 'sent')
  if (signed.length === 0) return
  return by.post(transferPath(random.pick(signed).id, '/release'), evidence)
}

/** What was given up, and is seen in the chain. */
async function confirmGivenUp({ server, random }: World, by: Client) {
  const mined = (await transfersIn(server, 'failed')).filter(isMinedEarly)
  if (mined.length === 0) return
  return by.post(transferPath(random.pick(mined).id, '/confirm'), evidence)
}

async function cancel({ server, random }: World, by: Client) {
  const drafts = await transfersIn(server, 'draft')
  if (drafts.length === 0) return
  return by.post(transferPath(random.pick(drafts).id, '/cancel'), {})
}

/** What was sent from elsewhere is typed. */
async function typeHash(world: World, by: Client) {
  const open = await paidRequests(world.server)
  if (open.length === 0) return
  const { id, asset } = world.random.pick(open)
  const amount = decimal(assets[asset as Asset].part / 3n, decimals[asset as Asset])
  return by.post(`/v1/purchase-requests/${id}/deliveries`, { tx_hash: newTransaction(world), amount })
}

/** Coins of a transfer came back; a hash may have been typed by mistake. */
async function reverseDelivery(world: World, by: Client) {
  const known = await world.server.db
    .selectFrom('deliveries')
    .select(['id', 'request_id', 'transfer_id'])
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute()
  if (known.length === 0) return
  const { id, request_id, transfer_id } = world.random.pick(known)
  return by.post(`/v1/purchase-requests/${request_id}/deliveries/${id}/reverse`, {
    reason: 'Вернулось',
    ...(transfer_id !== null && { returned: { tx_hash: newTransaction(world) } }),
  })
}

async function refund(world: World, by: Client) {
  const open = await paidRequests(world.server)
  if (open.length === 0) return
  return by.post(`/v1/purchase-requests/${world.random.pick(open).id}/refunds`, {
    amount: '100.00',
    reference: `R-${nextName(world)}`,
    account: '40702810600000012345',
    reason_code: 'customer_request',
  })
}
