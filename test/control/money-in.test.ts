import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import { apiKeyTable } from '../../server/features/administrators/accounts/proven-people.ts'
import { pathOf, payment, terms } from '../deals/given-deal.ts'
import { oneC, rubles } from '../statements/samples.ts'
import { importFile } from '../statements/uploads.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeProven } from '../support/database/proven-rows.ts'
import { givenOwnAccounts } from '../support/given/given-own-accounts.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { type Client, client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer()
const two = { approvals: 1, from: ['owner' as const] }
const closure = closureActs.map((act) => ({ act, ...two }))

beforeAll(async () => givenOwnAccounts(await server.signIn('owner'), [rubles]))

async function givenPolicy(...rules: object[]): Promise<void> {
  await withoutRules(server)
  const owner = await server.signIn('owner')
  await server.signIn('owner')
  const { status } = await owner.put('/v1/policy', { rules: [...rules, ...closure] })
  expect(status).toBe(200)
}

async function givenKey(...scopes: string[]): Promise<{ id: string; key: Client }> {
  await withoutRules(server)
  const { status, body } = await (await server.signIn('owner')).post('/v1/api-keys', { name: 'Банк', scopes })
  expect(status).toBe(201)
  return { id: body.api_key.id, key: client(server, body.key) }
}

const yesterday = new Date(Date.now() - 86_400_000)

/** An approved request of 1010.00 roubles. */
async function givenApproved(): Promise<{ id: string; organizationId: string; number: string }> {
  const maker = await server.signIn('owner')
  const buyer = await givenBuyer(server)
  const { id, number } = await givenRequest(maker, buyer.id, terms, review, approve)
  return { id, organizationId: buyer.id, number }
}

const received_at = new Date(Date.now() - 1000).toISOString()
const paid = (amount: string, reference = 'P-1') => ({
  status: 'paid',
  payment_reference: reference,
  received_amount: amount,
})

let numbers = 0
/** A line of a statement for so much, which nobody has dealt with. */
async function givenLine(amount: string): Promise<string> {
  const maker = await server.signIn('owner')
  numbers += 1
  const line = { number: `L${numbers}`, on: '2026-01-30', amount, to: rubles, purpose: 'Оплата' }
  const { status, body } = await importFile(maker, oneC([line]))
  expect(status).toBe(201)
  const { items } = (await maker.get(`/v1/statements/${body.id}/lines`)).body
  return items[0].id
}

const match = (by: Client, line: string, ...items: object[]) =>
  by.post(`/v1/statement-lines/${line}/match`, { items })

async function givenCredit(amount: string): Promise<{ id: string; requestId: string }> {
  const maker = await server.signIn('owner')
  const { organizationId } = await givenApproved()
  const { id: requestId } = await givenRequest(maker, organizationId, terms, review, approve)
  const { id: fresh } = await givenRequest(maker, organizationId, terms)
  const kept = await maker.post(`${pathOf(fresh)}/payments`, payment({ amount }))
  expect(kept.body.kind).toBe('credit')
  return { id: kept.body.id, requestId }
}

async function approvedBySecond(act: () => Promise<Reply>): Promise<Reply> {
  const asked = await act()
  expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  const second = await server.signIn('owner')
  const vote = `/v1/approvals/${asked.body.context.approval_id}/votes`
  expect((await second.post(vote, { decision: 'approve' })).status).toBe(200)
  return act()
}

test('without a rule, neither an approval nor a fresh proof is needed, and keys with the scope do it', async () => {
  const operator = await server.signIn('operator', { authenticatedAt: yesterday })
  const { key } = await givenKey('requests:read', 'payments:write')
  const { key: other } = await givenKey('requests:read', 'requests:write')
  for (const by of [operator, key]) {
    const { id } = await givenApproved()
    expect((await by.patch(`${pathOf(id)}/status`, paid('10'))).status).toBe(200)
    expect((await by.post(`${pathOf(id)}/payments`, payment({ amount: '20' }))).status).toBe(201)
    const line = await givenLine('30.00')
    expect((await match(by, line, { request_id: id, amount: '30' })).status).toBe(200)
    const credit = await givenCredit('40')
    const allocation = { request_id: credit.requestId, amount: '40' }
    expect((await by.post(`/v1/credits/${credit.id}/allocate`, allocation)).status).toBe(200)
    const file = oneC([
      { number: by === key ? 'K' : 'O', on: '2026-01-30', amount: '1', to: rubles, purpose: '' },
    ])
    expect((await importFile(by, file)).status).toBe(201)
  }

  const { id } = await givenApproved()
  const refused = { status: 403, body: { code: 'forbidden', context: { permission: 'payments:write' } } }
  expect(await other.patch(`${pathOf(id)}/status`, paid('10'))).toMatchObject(refused)
  expect(await other.post(`${pathOf(id)}/payments`, payment())).toMatchObject(refused)
  expect(await importFile(other, oneC())).toMatchObject(refused)
  const { body } = await other.get(pathOf(id))
  expect(body.allowed_statuses).toEqual(['cancelled'])
})

test('a key of before keeps what it had', async () => {
  const owner = await server.signIn('owner')
  const { id: keyId, key } = await givenKey('requests:read', 'requests:write')
  await changeProven(server, apiKeyTable, { names_payments: false }, sql`id = ${keyId}`)
  const { id } = await givenApproved()
  expect((await key.patch(`${pathOf(id)}/status`, paid('1010'))).status).toBe(200)
  const { items } = (await owner.get('/v1/api-keys')).body
  expect(items.find((one: { id: string }) => one.id === keyId).scopes).toEqual([
    'requests:read',
    'requests:write',
    'payments:write',
  ])
})

test('a rule asks for two people on every way that money comes in, also of keys', async () => {
  const { key } = await givenKey('requests:read', 'requests:write', 'payments:write')
  const large = { when: { amount_at_least: { RUB: '1000' } }, ...two }
  const [first, second, third] = [await givenApproved(), await givenApproved(), await givenApproved()]
  const fourth = await givenApproved()
  const credit = await givenCredit('1010')
  const line = await givenLine('1010.00')
  await givenPolicy(
    ...['payment.record', 'statement.import', 'credit.allocate', 'request.complete'].map((act) => ({
      act,
      ...large,
    })),
  )
  const person = await server.signIn('owner', { authenticatedAt: yesterday })
  const file = oneC([{ number: '9', on: '2026-01-30', amount: '5000', to: rubles, purpose: '' }])
  const ways: Record<string, (by: Client) => Promise<Reply>> = {
    status: (by) => by.patch(`${pathOf(first.id)}/status`, paid('1010')),
    payments: (by) => by.post(`${pathOf(second.id)}/payments`, payment({ received_at })),
    match: (by) => match(by, line, { request_id: third.id, amount: '1010' }),
    allocate: (by) =>
      by.post(`/v1/credits/${credit.id}/allocate`, { request_id: credit.requestId, amount: '1010' }),
    import: (by) => importFile(by, file),
    complete: (by) =>
      by.patch(`${pathOf(first.id)}/status`, { status: 'completed', tx_hash: 'ab'.repeat(32) }),
  }
  for (const [name, act] of Object.entries(ways)) {
    expect([name, await act(key)]).toMatchObject([
      name,
      { status: 403, body: { code: 'approval_required', context: { needed: 1, from: ['owner'] } } },
    ])
    expect([name, (await approvedBySecond(() => act(person))).status]).toEqual([
      name,
      name === 'payments' || name === 'import' ? 201 : 200,
    ])
  }
  const bulk = await key.post('/v1/bulk/move', {
    items: [{ id: fourth.id, ...paid('1010', 'P-9') }],
  })
  expect(bulk.body.items[0]).toMatchObject({ status: 403, error: { code: 'approval_required' } })

  // Below the bound, the key goes on.
  const small = await givenRequestBelow(key)
  expect(small.status).toBe(200)
  const smallFile = oneC([{ number: '10', on: '2026-01-30', amount: '999.99', to: rubles, purpose: '' }])
  expect((await importFile(key, smallFile)).status).toBe(201)
  const { id: smallCredit, requestId } = await givenCredit('10')
  const allocation = { request_id: requestId, amount: '10' }
  expect((await key.post(`/v1/credits/${smallCredit}/allocate`, allocation)).status).toBe(200)
})

async function givenRequestBelow(key: Client): Promise<Reply> {
  const buyer = await givenBuyer(server)
  const maker = await server.signIn('owner')
  const { id } = await givenRequest(maker, buyer.id, terms, review, approve)
  return key.patch(`${pathOf(id)}/status`, paid('999.99'))
}

test('freshness is asked of an act beside another one, too', async () => {
  const { id } = await givenApproved()
  await givenPolicy({ act: 'payment.record', fresh: { max_age: 60 } })
  const fiveMinutesAgo = new Date(Date.now() - 300_000)
  const person = await server.signIn('owner', { authenticatedAt: fiveMinutesAgo })
  const body = payment({ amount: '5000', accept_overpayment: true })
  expect(await person.post(`${pathOf(id)}/payments`, body)).toMatchObject({
    status: 401,
    body: { code: 'reauthentication_required', context: { max_age: 60 } },
  })
})

test.runIf(isFull)(
  'money that is too much is recorded and accepted: two acts, of which each needs its approval',
  async () => {
    const { id } = await givenApproved()
    await givenPolicy({ act: 'payment.record', ...two }, { act: 'request.accept_deviation', ...two })
    const person = await server.signIn('owner')
    const send = () =>
      person.post(
        `${pathOf(id)}/payments`,
        payment({ amount: '5000', accept_overpayment: true, received_at }),
      )
    const first = await approvedBySecond(send)
    expect(first).toMatchObject({ status: 403, body: { code: 'approval_required' } })
    expect((await approvedBySecond(send)).status).toBe(201)
    const used = await server.db
      .selectFrom('changes')
      .select('object_id')
      .where('type', '=', 'approval.used')
      .distinct()
      .execute()
    const { items } = (await person.get('/v1/approvals?status=used&limit=100')).body
    const own = items.filter((one: { asked_by: { id: string } }) => one.asked_by.id === person.id)
    expect(own).toHaveLength(2)
    expect(used.map(({ object_id }) => object_id)).toEqual(
      expect.arrayContaining(own.map((one: { id: string }) => one.id)),
    )
  },
)

test.runIf(isFull)('a line for two organizations counts for each of them', async () => {
  const [first, second] = [await givenApproved(), await givenApproved()]
  const [line, other] = [await givenLine('1000.00'), await givenLine('1000.00')]
  await givenPolicy({ act: 'payment.record', limit: { per: 'organization', sums: { RUB: '600' } } })
  const person = await server.signIn('owner')
  const split = (id: string) => [
    { request_id: first.id, amount: id === line ? '400' : '600' },
    { request_id: second.id, amount: id === line ? '600' : '400' },
  ]
  expect((await match(person, line, ...split(line))).status).toBe(200)
  expect(await match(person, other, ...split(other))).toMatchObject({
    status: 403,
    body: { code: 'limit_exceeded', context: { limit: '600', currency: 'RUB' } },
  })
})

test('a line that is linked with what was entered by hand records no money a second time', async () => {
  const { id } = await givenApproved()
  const line = await givenLine('500.00')
  const person = await server.signIn('owner')
  const { body } = await person.get(`/v1/statement-lines/${line}`)
  const entered = payment({
    amount: '500',
    reference: body.document_number,
    received_at: '2026-01-30T09:00:00Z',
  })
  expect((await person.post(`${pathOf(id)}/payments`, entered)).status).toBe(201)
  await givenPolicy({ act: 'payment.record', when: { amount_above: { RUB: '0' } }, ...two })
  const linked = await match(person, line, { request_id: id, amount: '500' })
  expect(linked).toMatchObject({ status: 200, body: { matches: [{ was_entered: true }] } })
})
