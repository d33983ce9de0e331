import { Transaction } from 'ethers'
import { describe, expect, test } from 'vitest'
import { newOwner } from '../address-book/given-address.ts'
import {
  approve,
  complete,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../support/given/given-purchase-request.ts'
import {
  ethereumInputs,
  givenPaidRequest,
  givenTransfer,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { startServer } from '../support/service/harness.ts'
import { expectUnproven, verifyRows } from '../support/service/verify-rows.ts'

/** What somebody can try who writes to the database as the service does, and has no key of the vault. */
const server = startServer({ env: transfersOn })

const update = (id: string, changes: object) =>
  server.db.updateTable('purchase_requests').set(changes).where('id', '=', id).execute()
const decisionOf = (id: string) =>
  server.db
    .selectFrom('purchase_request_decisions')
    .selectAll()
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
const updateDecision = (id: string, changes: object) =>
  server.db.updateTable('purchase_request_decisions').set(changes).where('request_id', '=', id).execute()

/** A paid request of a tenth of an ETH, and a transfer that would deliver it. */
async function given() {
  const paid = await givenPaidRequest(server)
  const { owner, request, payer } = paid
  const make = () => owner.post('/v1/transfers', newTransfer(payer, { request_id: request.id }))
  const path = `/v1/purchase-requests/${request.id}`
  return { ...paid, make, path, approve: () => owner.patch(`${path}/status`, approve) }
}

const doubled = { crypto_amount: '0.2', rate: '50000' }
const changes = [
  ['the destination', () => ({ destination_address: newOwner().address, wallet_id: null })],
  ['the wallet', () => ({ wallet_id: null })],
  ['the amount', () => doubled],
  ['the price', () => ({ fiat_amount: '1', total_amount: '1', rate: '10' })],
] as const

describe('a request that was changed between approval and signing', () => {
  test.each(changes)('is not paid: %s', async (_what, change) => {
    const { request, make, path, owner } = await given()
    await update(request.id, change())
    expectUnproven(await make(), 'request_decision', request.id)
    const { steps } = (await owner.get(`${path}/next-steps`)).body
    const codes = (status: string) =>
      steps
        .find((step: { status: string }) => step.status === status)
        ?.blockers.map(({ code }: { code: string }) => code)
    expect(codes('completed')).toContain('approval_unproven')
    expect(codes('approved')).toBeDefined()
  })

  test('is not paid in another asset', async () => {
    const { request, make } = await given()
    await update(request.id, { asset: 'USDT' })
    expectUnproven(await make(), 'request_decision', request.id)
  })
})

describe('a request that was changed between the preparation of its delivery and signing', () => {
  test.each(changes)('is not paid: %s', async (_what, change) => {
    const { owner, request, payer } = await given()
    const { id } = await givenTransfer(owner, payer, { request_id: request.id })
    await update(request.id, change())
    const sign = () => owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expectUnproven(await sign(), 'request_decision', request.id)
    const { raw } = await server.db
      .selectFrom('transfers')
      .select('raw')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(raw).toBeNull()
  })

  test('and changed back, is paid as it was approved', async () => {
    const { owner, request, payer } = await given()
    const { id } = await givenTransfer(owner, payer, { request_id: request.id })
    const { destination_address } = await decisionOf(request.id)
    await update(request.id, { destination_address: newOwner().address })
    await update(request.id, { destination_address })
    const { body } = await owner.post(transferPath(id, '/sign'), ethereumInputs(0))
    expect(Transaction.from(body.raw).to).toBe(destination_address)
  })
})

describe('a decision', () => {
  test.each([
    ['with another destination', () => ({ destination_address: newOwner().address })],
    ['with another amount', () => ({ crypto_amount: '0.2' })],
    ['with other votes', () => ({ decided: '{"act":"request.approve"}' })],
    ['without its proof', () => ({ proof: null })],
  ])('that was changed is none, and verify finds it: %s', async (_what, change) => {
    const { request, make } = await given()
    await updateDecision(request.id, change())
    await update(request.id, { destination_address: (await decisionOf(request.id)).destination_address })
    expectUnproven(await make(), 'request_decision', request.id)
    const { code, stdout } = await verifyRows(server)
    expect(code).toBe(1)
    expect(stdout).toContain(`Decisions on purchase requests: ${request.id} `)
  })

  test('of another request is none', async () => {
    const [one, other] = [await given(), await given()]
    const { request_id: _other, ...theirs } = await decisionOf(other.request.id)
    await updateDecision(one.request.id, theirs)
    const { wallet_id, destination_address } = theirs
    await update(one.request.id, { wallet_id, destination_address })
    expectUnproven(await one.make(), 'request_decision', one.request.id)
  })

  test('that was removed is missed, and a delivery is refused until people approve again', async () => {
    const { owner, request, make, path, approve } = await given()
    await server.db.deleteFrom('purchase_request_decisions').where('request_id', '=', request.id).execute()
    expectUnproven(await make(), 'request_decision', request.id)
    const { stdout } = await verifyRows(server)
    expect(stdout).toContain(`Decisions on purchase requests: ${request.id} was removed by somebody else.`)

    const operator = await server.signIn('operator')
    expect((await operator.patch(`${path}/status`, { status: 'approved' })).status).toBe(403)
    const again = await approve()
    expect(again, JSON.stringify(again.body)).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect((await make()).status).toBe(201)
    // It stands now: there is nothing to approve.
    expect(await approve()).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } })
    expect((await owner.get(path)).body.version).toBe(again.body.version)
  })

  test('that was superseded by a correction is not used', async () => {
    const owner = await server.signIn('owner')
    const { id } = await givenBuyer(server)
    const request = await givenRequest(owner, id, {}, review, approve)
    const before = await decisionOf(request.id)
    const path = `/v1/purchase-requests/${request.id}`
    await owner.patch(path, { version: request.version, crypto_amount: '2000' })
    expect(await server.db.selectFrom('purchase_request_decisions').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ request_id: request.id }),
    )
    await server.db
      .insertInto('purchase_request_decisions')
      .values(before as never)
      .execute()
    const { stdout } = await verifyRows(server)
    expect(stdout).toContain(
      `Decisions on purchase requests: ${request.id} is an older state that was brought back.`,
    )
  })
})

test('a delivery is recorded as it was approved, and not as the row says', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenBuyer(server)
  const request = await givenRequest(owner, id, {}, review, approve, pay)
  const path = `/v1/purchase-requests/${request.id}`
  await update(request.id, { crypto_amount: '500.25', rate: '184.31' })
  expectUnproven(await owner.patch(`${path}/status`, complete), 'request_decision', request.id)
  const delivery = { tx_hash: complete.tx_hash, amount: '500.25' }
  expectUnproven(await owner.post(`${path}/deliveries`, delivery), 'request_decision', request.id)
  await update(request.id, { crypto_amount: '1000.5', rate: '92.155' })
  expect((await owner.patch(`${path}/status`, complete)).status).toBe(200)
})

test('those who know only the operations of the specification complete a request', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenBuyer(server)
  const request = await givenRequest(owner, id, {}, review, approve, pay, complete)
  expect(request.status).toBe('completed')
})
