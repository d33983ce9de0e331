import { beforeAll, describe, expect, test } from 'vitest'
import { closureActs } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { createFoundingReplay } from '../../server/features/control/founding/founding-replay.ts'
import { replayAudit } from '../../server/platform/audit-proofs/replay.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { type Founder, freshSession, givenFounder, withPasskey } from '../support/given/founders.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { auditRows, bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { codeOf } from '../support/service/one-time-code.ts'

const server = startServer()
const hour = 3_600_000

const closure = closureActs.map((act): PolicyRule => ({ act, approvals: 1, from: ['owner', 'custodian'] }))
const rules: PolicyRule[] = [
  { act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] },
  { act: 'document.review', separate: 'uploaded' },
  ...closure,
]

let owner: Founder
let custodian: Founder
let officer: Founder

const later = (ms: number) => {
  server.clock.at = new Date((server.clock.at ?? new Date()).getTime() + ms)
}
/** A session of now, because access tokens run out. */
const now = async (founder: Founder) => {
  founder.client = await freshSession(server, founder.passkey, founder.id)
  return founder.client
}
const propose = async () => (await now(owner)).post('/v1/founding', { rules })
const confirm = async (founder: Founder, founding_id: string) =>
  (await now(founder)).post('/v1/founding/confirmations', { founding_id })

beforeAll(async () => {
  await changeAdministrators(server, { disabled_at: new Date() })
  const { id, email } = await givenAdministrator(server, { role: 'owner', name: 'Olga' })
  owner = await withPasskey(server, { id, email, name: 'Olga' })
  custodian = await givenFounder(server, owner.client, {
    email: 'boris@example.com',
    name: 'Boris',
    role: 'custodian',
  })
  officer = await givenFounder(server, owner.client, {
    email: 'darya@example.com',
    name: 'Darya',
    role: 'officer',
  })
})

test('a policy for two people says whom it does not count, why, and what to do', async () => {
  const refused = await owner.client.put('/v1/policy', { rules })
  expect(refused.status).toBe(422)
  expect(refused.body.detail[0]).toMatchObject({
    loc: ['body', 'rules', 0],
    msg: expect.stringContaining('Boris counts as Olga'),
    ctx: {
      code: 'not_enough_people',
      because: 'dependent',
      way_out: 'founding',
      dependent: [
        {
          id: custodian.id,
          counts_as: [{ id: owner.id, name: 'Olga' }],
          command: 'npx kontor admin confirm boris@example.com',
        },
        { id: officer.id },
      ],
    },
  })
  const preview = await officer.client.post('/v1/policy/preview', { rules })
  expect(preview.body.faults[0]).toMatchObject({
    code: 'not_enough_people',
    way_out: 'founding',
    // Only owners manage administrators.
    dependent: [{ name: 'Boris', command: null }, { name: 'Darya' }],
  })
  const shown = await owner.client.get(`/v1/administrators/${custodian.id}`)
  expect(shown.body.independence).toMatchObject({
    independent: false,
    because: [{ act: 'created', by: { id: owner.id, name: 'Olga' } }],
    counts_as: [{ id: owner.id, name: 'Olga' }],
    way_out: 'founding',
  })
})

test('only an owner proposes, with a policy that two people can satisfy', async () => {
  expect((await custodian.client.post('/v1/founding', { rules })).status).toBe(403)
  const codesOf = async (sent: PolicyRule[]) =>
    (await owner.client.post('/v1/founding', { rules: sent })).body.detail.map(
      (one: { ctx: { code: string } }) => one.ctx.code,
    )
  expect(await codesOf([])).toEqual(['founding_without_rule'])
  expect(await codesOf([{ act: 'wallet.reveal', approvals: 1, from: ['owner'] }])).toContain(
    'policy_not_closed',
  )
  expect(await codesOf([{ act: 'wallet.reveal', approvals: 5, from: ['owner'] }, ...closure])).toEqual([
    'not_enough_people',
  ])
})

describe('a proposal', () => {
  test('names everybody who can sign in, and there is one at a time', async () => {
    const unused = await owner.client.post('/v1/administrators', {
      email: 'later@example.com',
      name: 'Later',
      role: 'auditor',
    })
    const { cursor } = (await owner.client.get('/v1/changes?after=now')).body
    const replies = await Promise.all([propose(), propose()])
    const changes = (await owner.client.get(`/v1/changes?after=${cursor}`)).body.items
    expect(changes.map(({ type }: { type: string }) => type)).toEqual(['founding.proposed'])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body } = await owner.client.get('/v1/founding')
    expect(body).toMatchObject({ state: 'proposed', proposed_by: { name: 'Olga' }, rules, may_confirm: true })
    expect(body.founders.map(({ name }: { name: string }) => name)).toEqual(['Boris', 'Darya', 'Olga'])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'founding_proposed',
      context: { founding_id: body.id },
    })
    // A person who has set a password since is somebody whose name nobody has read.
    const set = { token: tokenOf(unused.body.link), password }
    expect((await server.anonymous.post('/v1/auth/set-password', set)).status).toBe(200)
    expect(await confirm(custodian, body.id)).toMatchObject({
      status: 409,
      body: { code: 'founding_changed' },
    })
    expect((await owner.client.get('/v1/founding')).body.state).toBe('open')
    await owner.client.post(`/v1/administrators/${unused.body.administrator.id}/disable`)
  })

  test('is confirmed with more than a password, and by nobody else', async () => {
    const { body } = await owner.client.get('/v1/founding')
    const { access_token } = (await login(server, 'plain@example.com')).body
    expect(access_token).toBeUndefined()
    const plain = await givenAdministrator(server, { role: 'operator', name: 'Plain' })
    const session = await login(server, plain.email)
    const me = client(server, session.body.access_token, plain.id, session.body.admin.session.id)
    const proposed = (await propose()).body
    expect(proposed.id).not.toBe(body.id)
    expect(await me.post('/v1/founding/confirmations', { founding_id: proposed.id })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    })
    // One-time codes that were set up after the sign-in prove nothing about it.
    const enrolled = await me.post('/v1/auth/otp/enrol', { password })
    const code = () => codeOf(enrolled.body.uri, server.clock.at ?? new Date())
    expect((await me.post('/v1/auth/otp/confirm', { otp: code() })).status).toBe(200)
    expect(await me.post('/v1/founding/confirmations', { founding_id: proposed.id })).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required', context: { second_factor: true } },
    })
    later(60_000)
    const again = await login(server, plain.email, { otp: code() })
    const strong = bearer(server, again.body.access_token)
    const given = await strong.post('/v1/founding/confirmations', { founding_id: proposed.id })
    expect(given.body.founders).toContainEqual(
      expect.objectContaining({ name: 'Plain', confirmed_with: 'one_time_code', obstacle: null }),
    )
    // Twice is once.
    expect((await strong.post('/v1/founding/confirmations', { founding_id: proposed.id })).status).toBe(200)
    const outsider = await server.signIn('auditor')
    await changeAdministrators(server, { password_hash: null }, outsider.id as string)
    expect(await outsider.post('/v1/founding/confirmations', { founding_id: proposed.id })).toMatchObject({
      status: 403,
      body: { code: 'not_a_founder' },
    })
    expect((await outsider.delete('/v1/founding')).status).toBe(403)
    // A founder who does not know a name objects, and it is over.
    expect((await strong.delete('/v1/founding')).body.state).toBe('open')
    expect((await outsider.delete('/v1/founding')).status).toBe(404)
    await (await now(owner)).post(`/v1/administrators/${plain.id}/disable`)
    await owner.client.post(`/v1/administrators/${outsider.id}/disable`)
  })

  test('waits until no founder is younger than a day, and counts nobody who was reset since', async () => {
    later(30 * hour)
    const { id } = (await propose()).body
    expect((await confirm(custodian, id)).status).toBe(200)
    const reset = await owner.client.post(`/v1/administrators/${custodian.id}/reset`)
    await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(reset.body.link), password })
    custodian = await withPasskey(server, custodian)
    expect((await owner.client.get('/v1/founding')).body.founders[0]).toMatchObject({
      name: 'Boris',
      confirmed_at: null,
      obstacle: 'too_new',
    })
    expect(await confirm(custodian, id)).toMatchObject({ status: 409, body: { code: 'founder_too_new' } })
    later(25 * hour)
    expect((await confirm(custodian, id)).status).toBe(200)
    expect((await confirm(officer, id)).body.state).toBe('proposed')
    await (await now(owner)).delete('/v1/founding')
  })

  test('and its confirmations cannot be put into the database', async () => {
    const { id } = (await propose()).body
    await confirm(custodian, id)
    const [row] = await server.db
      .selectFrom('founding_confirmations')
      .selectAll()
      .where('founding_id', '=', id)
      .execute()
    await server.db
      .insertInto('founding_confirmations')
      .values({ ...(row as NonNullable<typeof row>), administrator_id: officer.id })
      .execute()
    // A proposal is proven with its confirmations.
    expect(await confirm(owner, id)).toMatchObject({ status: 404, body: { code: 'founding_not_found' } })
    const forged = server.db.deleteFrom('founding_confirmations').where('administrator_id', '=', officer.id)
    await forged.where('founding_id', '=', id).execute()
    expect((await confirm(owner, id)).body.state).toBe('proposed')
    expect((await confirm(officer, id)).body.state).toBe('declared')
  })
})

describe('when the last founder has confirmed', () => {
  test('they count as different people, and the log says that it was declared', async () => {
    const { body } = await (await now(officer)).get('/v1/founding')
    expect(body).toMatchObject({ state: 'declared', dependent: [], may_confirm: false })
    expect(body.founders.map(({ name }: { name: string }) => name)).toEqual(['Boris', 'Darya', 'Olga'])
    const rows = await auditRows(server)
    expect(rows.find(({ action }) => action === 'founding.declared')).toMatchObject({
      details: { independence: 'declared, not proven', founders: [{ name: 'Boris' }, {}, {}] },
      proof: {},
    })
    expect(rows.filter(({ action }) => action === 'administrator.confirmed')).toMatchObject([
      { object_id: custodian.id, details: { founding_id: body.id }, state: { made_by: [] } },
      { object_id: officer.id },
    ])
    const shown = await (await now(owner)).get(`/v1/administrators/${custodian.id}`)
    expect(shown.body.independence).toMatchObject({ independent: true, counts_as: [], way_out: null })
  })

  test('the policy can be set, and four eyes work', async () => {
    expect((await (await now(owner)).put('/v1/policy', { rules })).status).toBe(200)
    const organization = await givenOrganization(server)
    const path = `/v1/organizations/${organization.id}/wallets`
    expect((await (await now(custodian)).post(`${path}/create`)).status).toBe(201)
    const asked = await owner.client.get(`${path}/mnemonic`)
    expect(asked.body).toMatchObject({ code: 'approval_required', context: { needed: 1, eligible: 1 } })
    const vote = { decision: 'approve' }
    await custodian.client.post(`/v1/approvals/${asked.body.context.approval_id}/votes`, vote)
    expect((await owner.client.get(`${path}/mnemonic`)).status).toBe(200)
  })

  test('it does not happen again, also if its row was deleted', async () => {
    expect(await propose()).toMatchObject({
      status: 409,
      body: { code: 'founding_closed', context: { because: 'declared' } },
    })
    const rows = await server.db
      .selectFrom('foundings')
      .selectAll()
      .where('status', '=', 'declared')
      .execute()
    expect(rows).toHaveLength(1)
    await server.db.updateTable('foundings').set({ status: 'withdrawn' }).execute()
    expect((await propose()).body.context.because).toBe('declared')
    await server.db
      .updateTable('foundings')
      .set({ status: 'declared' })
      .where('id', '=', rows[0]?.id as string)
      .execute()
  })

  test('`kontor audit verify` replays it', async () => {
    const verify = () => replayAudit(server.db, [createFoundingReplay()], undefined)
    expect(await verify()).toMatchObject({ problems: [], parts: [{ name: 'Foundings' }] })
    const declared = server.db.updateTable('foundings').where('status', '=', 'declared')
    await declared.set({ proposed_by: custodian.id }).execute()
    expect((await verify()).problems).toMatchObject([
      { message: expect.stringMatching(/^Founding .* is not as the audit log says/) },
    ])
    await declared.set({ proposed_by: owner.id }).execute()
    await server.db.deleteFrom('founding_confirmations').where('administrator_id', '=', officer.id).execute()
    // The officer had confirmed a proposal that was withdrawn, too.
    expect((await verify()).problems).toHaveLength(2)
  })
})
