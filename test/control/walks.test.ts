import { beforeEach, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { isFull } from '../support/cases/scale.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { withoutRules } from '../support/given/given-policy.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { bodyRefresh } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'
import {
  type Account,
  day,
  enrolPasskey,
  later,
  minute,
  newEmail,
  newSession,
  somebody,
  takeLink,
} from './one-person/hand.ts'

/** Nobody has set a rule, until a test does. */
const free = startServer()
/** All three short forms. */
const guarded = startServer({
  env: {
    KONTOR_REVEAL_APPROVAL: 'second-administrator',
    KONTOR_FOUR_EYES: 'documents',
    KONTOR_APPROVAL_THRESHOLD: 'RUB:1000000',
  },
})

const voters: PolicyRule['from'] = ['owner', 'custodian', 'officer']
const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: voters }))
const reveal: PolicyRule = { act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] }

type Server = typeof free

beforeEach(async () => {
  for (const server of [free, guarded]) {
    // Long after the first day, in which ages do not matter.
    server.clock.at = new Date(Math.max(Date.now(), server.clock.at?.getTime() ?? 0) + 3 * day)
    await withoutRules(server)
    await changeAdministrators(server, { disabled_at: new Date() })
  }
})

/** Honest people who could satisfy any rule, for longer than a day. */
async function colleagues(server: Server) {
  const owner = await somebody(server, 'owner')
  const custodian = await somebody(server, 'custodian')
  const officer = await somebody(server, 'officer')
  later(server, 2 * day)
  return { owner, custodian, officer }
}

async function givenMnemonic(server: Server) {
  const { id } = await givenOrganization(server)
  const maker = await server.signIn('custodian')
  expect((await maker.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
  return (reader: Client, headers = {}) => reader.get(`/v1/organizations/${id}/wallets/mnemonic`, headers)
}

async function fresh(server: Server, account: Account): Promise<Client> {
  return (await newSession(server, account)) as Client
}

function vote(voter: Client, approval: string) {
  return voter.post(`/v1/approvals/${approval}/votes`, { decision: 'approve' })
}

function create(by: Client, role: string, email = newEmail()) {
  return by.post('/v1/administrators', { email, name: 'Второй', role })
}

const needsTwo = { status: 403, body: { code: 'approval_required' } }
const oneHand = { status: 403, body: { code: 'not_eligible', context: { reason: 'lineage' } } }

async function setRules(by: Client, rules: PolicyRule[]) {
  expect(await by.put('/v1/policy', { rules })).toMatchObject({ status: 200 })
}

describe('an owner with an old session resets a custodian to read a mnemonic as both', () => {
  test('the session must be fresh, and the reset needs somebody else', async () => {
    const { custodian } = await colleagues(guarded)
    const owner = await somebody(guarded, 'owner')
    later(guarded, 16 * minute)
    const { body } = await bodyRefresh(guarded, owner.refreshToken as string)
    const old = client(guarded, body.access_token)
    const reset = (by: Client) => by.post(`/v1/administrators/${custodian.id}/reset`)
    expect(await reset(old)).toMatchObject({ status: 401, body: { code: 'reauthentication_required' } })
    expect(await reset(await fresh(guarded, owner))).toMatchObject(needsTwo)
    expect((await fresh(guarded, custodian)).id).toBe(custodian.id)
  })

  test.runIf(isFull)('a custodian who was reset before the policy is the owner for ever', async () => {
    const { owner: honest, custodian } = await colleagues(free)
    const owner = await somebody(free, 'owner')
    const taken = await takeLink(free, await owner.me.post(`/v1/administrators/${custodian.id}/reset`))
    await setRules(await fresh(free, honest), [reveal, ...closure])
    const read = await givenMnemonic(free)
    for (const wait of [0, 2 * day, 60 * day]) {
      later(free, wait)
      const [first, second] = [await fresh(free, owner), await fresh(free, taken)]
      const asked = await read(first)
      expect(asked).toMatchObject(needsTwo)
      expect(await vote(second, asked.body.context.approval_id)).toMatchObject(oneHand)
      expect(await vote(first, (await read(second)).body.context.approval_id)).toMatchObject(oneHand)
      expect(await read(first)).toMatchObject(needsTwo)
    }
  })
})

describe('a request', () => {
  test('of 300,000,000 EUR needs somebody else although only RUB has a threshold', async () => {
    await colleagues(guarded)
    const officer = await somebody(guarded, 'officer')
    const { id } = await givenBuyer(guarded)
    const amount = { fiat_currency: 'EUR', crypto_amount: '300000000', rate: '1', fee_amount: '0' }
    const request = await givenRequest(officer.me, id, amount, review)
    const path = `/v1/purchase-requests/${request.id}/status`
    expect(await officer.me.patch(path, approve)).toMatchObject({
      status: 409,
      body: { code: 'approval_blocked', context: { blockers: [{ code: 'second_administrator' }] } },
    })
    const other = await somebody(guarded, 'officer')
    expect((await other.me.patch(path, approve)).status).toBe(200)
  })

  test('that one’s own key took into review is one’s own', async () => {
    const owner = await somebody(free, 'owner')
    const key = await owner.me.post('/v1/api-keys', {
      name: 'Робот',
      scopes: ['requests:read', 'requests:write'],
    })
    const { owner: honest } = await colleagues(free)
    await setRules(await fresh(free, honest), [
      { act: 'request.approve', separate: 'took_into_review' },
      ...closure,
    ])
    const { id } = await givenBuyer(free)
    const request = await givenRequest(client(free, key.body.key), id, {}, review)
    const me = await fresh(free, owner)
    expect(await me.patch(`/v1/purchase-requests/${request.id}/status`, approve)).toMatchObject({
      status: 409,
      body: { context: { blockers: [{ code: 'second_administrator' }] } },
    })
  })

  test('cannot be split under a moving limit, nor over several accounts', async () => {
    const owner = await somebody(free, 'owner')
    const second = await takeLink(free, await create(owner.me, 'owner'))
    await setRules(owner.me, [{ act: 'request.approve', limit: { per: 'person', sums: { RUB: '2500' } } }])
    const { id } = await givenBuyer(free)
    const split = async (by: Client) => {
      const amount = { crypto_amount: '1000', rate: '1', fee_amount: '0', accept_rate: true }
      const request = await givenRequest(by, id, amount, review)
      return by.patch(`/v1/purchase-requests/${request.id}/status`, approve)
    }
    const [one, two] = [owner.me, second.sessions[0] as Client]
    expect((await split(one)).status).toBe(200)
    expect((await split(two)).status).toBe(200)
    for (const by of [one, two])
      expect(await split(by)).toMatchObject({
        status: 403,
        body: { code: 'limit_exceeded', context: { limit: '2500', used: '2000.00' } },
      })
    const colleague = await somebody(free, 'officer')
    expect((await split(colleague.me)).status).toBe(200)
    later(free, day)
    expect((await split(await fresh(free, second))).status).toBe(200)
  })
})

test.runIf(isFull)(
  'a document that was uploaded with one’s own key is not approved by its owner',
  async () => {
    const { custodian, officer } = await colleagues(guarded)
    const owner = await somebody(guarded, 'owner')
    const body = { name: 'Загрузка', scopes: ['documents:write', 'documents:read'] }
    const asked = await owner.me.post('/v1/api-keys', body)
    expect(asked).toMatchObject(needsTwo)
    // Somebody else allows the key. What it does is still the owner's work.
    expect((await vote(await fresh(guarded, custodian), asked.body.context.approval_id)).status).toBe(200)
    const { key } = (await owner.me.post('/v1/api-keys', body)).body
    const organization = await givenOrganization(guarded)
    expect((await upload(client(guarded, key), organization, 'charter', pdf())).status).toBe(200)
    const path = `${slotPath(organization, 'charter')}/review`
    const decision = { decision: 'approved', version: 1 }
    expect(await owner.me.patch(path, decision)).toMatchObject({
      status: 403,
      body: { code: 'four_eyes', context: { separate: 'uploaded' } },
    })
    expect((await (await fresh(guarded, officer)).patch(path, decision)).status).toBe(200)
  },
)

describe.runIf(isFull)('accounts that lead back to one person', () => {
  test('two that the same person created are one, after weeks too', async () => {
    const { owner: honest } = await colleagues(free)
    const owner = await somebody(free, 'owner')
    const first = await takeLink(free, await create(owner.me, 'custodian'))
    const second = await takeLink(free, await create(owner.me, 'custodian'))
    for (const account of [first, second]) expect(await enrolPasskey(account)).toBe(true)
    await setRules(await fresh(free, honest), [reveal, ...closure])
    const read = await givenMnemonic(free)
    later(free, 21 * day)
    const asked = await read(await fresh(free, first))
    expect(await vote(await fresh(free, second), asked.body.context.approval_id)).toMatchObject(oneHand)
    expect(await vote(await fresh(free, owner), asked.body.context.approval_id)).toMatchObject(oneHand)
    expect((await vote(await fresh(free, honest), asked.body.context.approval_id)).status).toBe(200)
  })

  test('one that was created through an account, and through a disabled one', async () => {
    const { owner: honest } = await colleagues(free)
    const owner = await somebody(free, 'owner')
    const between = await takeLink(free, await create(owner.me, 'owner'))
    const last = await takeLink(free, await create(between.sessions[0] as Client, 'owner'))
    expect((await owner.me.post(`/v1/administrators/${between.id}/disable`)).status).toBe(200)
    await setRules(await fresh(free, honest), [reveal, ...closure])
    const read = await givenMnemonic(free)
    later(free, 21 * day)
    const asked = await read(await fresh(free, owner))
    expect(await vote(await fresh(free, last), asked.body.context.approval_id)).toMatchObject(oneHand)
  })

  test('a document that one of them uploaded, or a key of one of them', async () => {
    const { owner: honest } = await colleagues(free)
    const owner = await somebody(free, 'owner')
    const second = await takeLink(free, await create(owner.me, 'owner'))
    const me = second.sessions[0] as Client
    const key = await me.post('/v1/api-keys', {
      name: 'Ключ второго',
      scopes: ['documents:read', 'documents:write'],
    })
    await setRules(await fresh(free, honest), [{ act: 'document.review', separate: 'uploaded' }, ...closure])
    for (const uploader of [me, client(free, key.body.key)]) {
      const organization = await givenOrganization(free)
      expect((await upload(uploader, organization, 'charter', pdf())).status).toBe(200)
      const path = `${slotPath(organization, 'charter')}/review`
      expect(await owner.me.patch(path, { decision: 'approved', version: 1 })).toMatchObject({
        status: 403,
        body: { code: 'four_eyes' },
      })
    }
  })
})

describe.runIf(isFull)('an approval', () => {
  test('of a secret is for the session that asked, in its ten minutes', async () => {
    const { owner: honest } = await colleagues(guarded)
    const custodian = await somebody(guarded, 'custodian')
    const read = await givenMnemonic(guarded)
    const asked = await read(custodian.me)
    expect((await vote(await fresh(guarded, honest), asked.body.context.approval_id)).status).toBe(200)
    const elsewhere = await fresh(guarded, custodian)
    expect(await read(elsewhere)).toMatchObject(needsTwo)
    const named = { 'kontor-approval': asked.body.context.approval_id }
    expect(await read(elsewhere, named)).toMatchObject(needsTwo)
    expect((await read(custodian.me)).status).toBe(200)
  })

  test('of an account is for that e-mail address, name and role, once', async () => {
    const { owner: honest } = await colleagues(guarded)
    const owner = await somebody(guarded, 'owner')
    const email = newEmail()
    const asked = await create(owner.me, 'officer', email)
    expect(asked).toMatchObject(needsTwo)
    const { approval_id } = asked.body.context
    expect((await vote(await fresh(guarded, honest), approval_id)).status).toBe(200)
    expect(await create(owner.me, 'officer')).toMatchObject(needsTwo)
    expect(await create(owner.me, 'owner', email)).toMatchObject(needsTwo)
    expect((await create(owner.me, 'officer', email)).status).toBe(201)
    expect(await create(owner.me, 'officer', email)).toMatchObject({ status: 409 })
    const used = await owner.me.get(`/v1/approvals/${approval_id}`)
    expect(used.body.status).toBe('used')
  })

  test('does not count a voter who was given another role after the vote', async () => {
    const { owner: honest, custodian } = await colleagues(free)
    await setRules(await fresh(free, honest), [reveal, ...closure])
    const asker = await somebody(free, 'custodian')
    const read = await givenMnemonic(free)
    const asked = await read(asker.me)
    expect((await vote(await fresh(free, custodian), asked.body.context.approval_id)).status).toBe(200)
    const path = `/v1/administrators/${custodian.id}`
    const boss = await fresh(free, honest)
    const promotion = await boss.patch(path, { role: 'owner' })
    const third = await somebody(free, 'officer')
    later(free, day)
    expect((await vote(await fresh(free, third), promotion.body.context.approval_id)).body).toMatchObject({
      status: 'approved',
    })
    expect((await (await fresh(free, honest)).patch(path, { role: 'owner' })).status).toBe(200)
    expect(await read(await fresh(free, asker))).toMatchObject(needsTwo)
  })
})

test.runIf(isFull)('voters on a KYB decision are bound to what else the request changes', async () => {
  const { owner: honest, officer } = await colleagues(free)
  const rule: PolicyRule = { act: 'organization.decide_kyb', approvals: 1, from: ['owner'] }
  await setRules(await fresh(free, honest), [rule, ...closure])
  const me = await fresh(free, officer)
  const { id } = await givenOrganization(free)
  const path = `/v1/organizations/${id}`
  const body = { kyb_status: 'approved', short_name: 'ООО «Ромашка»' }
  const asked = await me.patch(path, body)
  expect(asked).toMatchObject(needsTwo)
  const boss = await fresh(free, honest)
  const shown = await vote(boss, asked.body.context.approval_id)
  expect(shown.body.content).toMatchObject({ to: 'approved', fields: ['short_name'] })
  expect(await me.patch(path, { ...body, short_name: 'ООО «Сирень»' })).toMatchObject(needsTwo)
  expect(await me.patch(path, { kyb_status: 'approved' })).toMatchObject(needsTwo)
  expect((await me.patch(path, body)).body).toMatchObject({
    kyb_status: 'approved',
    short_name: body.short_name,
  })
})
