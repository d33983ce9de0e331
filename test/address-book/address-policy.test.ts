import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { auditOf, givenWallets } from '../support/given/given-wallets.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import {
  add,
  anew,
  bookOf,
  declared,
  entryOf,
  givenEntry,
  hour,
  moveClock,
  newOwner,
  resetPolicy,
  setPolicy,
} from './given-address.ts'

const server = startServer()
let id: string
let owner: Client
beforeEach(async () => {
  ;({ id, owner } = await givenWallets(server))
})
afterEach(async () => {
  server.clock.at = null
  await resetPolicy(server)
})

describe('approvals', () => {
  test('others see what is added, and the same call after their vote adds it once', async () => {
    const voter = await server.signIn('owner')
    await setPolicy(owner, [{ act: 'address.add', approvals: 1, from: ['owner'], cooling_off: 86_400 }])
    const body = declared()
    const asked = await add(owner, id, body)
    expect(asked).toMatchObject({ status: 403, body: { code: 'approval_required', context: { needed: 1 } } })
    const { approval_id } = asked.body.context
    expect((await bookOf(owner, id)).filter(({ ownership }) => ownership !== 'own_wallet')).toEqual([])
    expect((await voter.get(`/v1/approvals/${approval_id}`)).body).toMatchObject({
      act: 'address.add',
      subject: { type: 'organization', id, organization_id: id },
      content: {
        network: 'tron',
        address: body.address,
        label: body.label,
        owner: body.owner,
        ownership: 'declared',
        cooling_off: 86_400,
      },
    })
    await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })

    // Anything else is another act: another label, another organization.
    expect((await add(owner, id, { ...body, label: 'Иной' })).status).toBe(403)
    const other = await givenWallets(server)
    expect((await add(owner, other.id, body)).status).toBe(403)
    expect((await add(owner, id, body)).status).toBe(201)
    expect((await add(owner, id, body)).status).toBe(409)
    expect(await auditOf(server, id, 'address.added')).toMatchObject([
      { details: { approval_id, approved_by: [voter.id] } },
    ])
  })

  test('a policy that changed meanwhile asks again', async () => {
    const voter = await server.signIn('owner')
    const rule: PolicyRule = { act: 'address.add', approvals: 1, from: ['owner'] }
    await setPolicy(owner, [rule])
    const body = declared()
    const { approval_id } = (await add(owner, id, body)).body.context
    await voter.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
    await resetPolicy(server)
    await setPolicy(owner, [{ ...rule, cooling_off: 3_600 }])
    expect(await add(owner, id, body)).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  })
})

describe('cooling-off', () => {
  test('the longest of the rules counts, and ends by itself', async () => {
    await setPolicy(owner, [
      { act: 'address.add', cooling_off: 3_600 },
      { act: 'address.add', cooling_off: 172_800 },
      { act: 'address.add', reason: 'optional' },
    ])
    const entry = await givenEntry(owner, id)
    expect(entry).toMatchObject({ is_usable: false, blockers: ['cooling_off'] })
    expect(Date.parse(entry.usable_from) - Date.parse(entry.created_at)).toBe(48 * hour)
    // Own wallets never wait.
    expect((await bookOf(owner, id))[0]).toMatchObject({ is_usable: true })
    moveClock(server, 48 * hour - 60_000)
    expect(await entryOf(await anew(server, owner), id, entry.id)).toMatchObject({ is_usable: false })
    moveClock(server, 60_000)
    expect(await entryOf(await anew(server, owner), id, entry.id)).toMatchObject({
      is_usable: true,
      blockers: [],
    })
  })

  test('a later policy does not change when an entry can be used', async () => {
    await setPolicy(owner, [{ act: 'address.add', cooling_off: 3_600 }])
    const entry = await givenEntry(owner, id)
    await resetPolicy(server)
    expect(await entryOf(owner, id, entry.id)).toEqual(entry)
  })
})

describe('what is allowed', () => {
  const refused = (only: string) => ({
    status: 403,
    body: { code: 'address_not_allowed', context: { only } },
  })

  test('only proven addresses: a declared one is refused, and those of before are not used', async () => {
    const before = await givenEntry(owner, id)
    await setPolicy(owner, [{ act: 'address.add', only: 'proven' }])
    expect(await add(owner, id, declared())).toMatchObject(refused('proven'))
    const proven = await add(owner, id, await newOwner().proven(owner, id))
    expect(proven).toMatchObject({ status: 201, body: { is_usable: true } })
    expect(await entryOf(owner, id, before.id)).toMatchObject({
      is_usable: false,
      blockers: ['not_allowed'],
    })
  })

  test('only own wallets: nothing is added, and nothing else is used', async () => {
    const them = newOwner()
    const before = [
      await givenEntry(owner, id),
      (await add(owner, id, await them.proven(owner, id))).body,
    ].map((entry) => entry.id)
    await setPolicy(owner, [
      { act: 'address.add', only: 'proven' },
      { act: 'address.add', only: 'own_wallets' },
    ])
    expect(await add(owner, id, declared())).toMatchObject(refused('own_wallets'))
    expect(await add(owner, id, await newOwner().proven(owner, id))).toMatchObject(refused('own_wallets'))
    for (const entry of await bookOf(owner, id))
      expect(entry.blockers).toEqual(before.includes(entry.id) ? ['not_allowed'] : [])
    await resetPolicy(server)
    expect((await bookOf(owner, id)).every(({ is_usable }) => is_usable)).toBe(true)
  })
})

describe('rules', () => {
  test.each<[string, PolicyRule]>([
    ['cooling_off', { act: 'wallet.reveal', cooling_off: 3_600 }],
    ['only', { act: 'policy.change', only: 'proven' }],
  ])('%s belongs to adding an address only', async (field, rule) => {
    expect(await owner.put('/v1/policy', { rules: [rule] })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'rules', 0, field], ctx: { code: 'rule_of_addresses' } }] },
    })
  })

  test.each([{ cooling_off: 59 }, { cooling_off: 7_776_001 }, { cooling_off: 1.5 }, { only: 'declared' }])(
    '%j is 422',
    async (part) => {
      const rules = [{ act: 'address.add', ...part }]
      expect((await owner.put('/v1/policy', { rules })).status).toBe(422)
    },
  )
})
