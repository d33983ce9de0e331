import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { changeAdministrators, givenLineage } from '../support/database/proven-rows.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { auditRows, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { type Client, type Reply, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_REVEAL_APPROVAL: 'second-administrator' } })

let asker: Client
let voter: Client
let second: Client
let made = 0

beforeAll(async () => {
  server.clock.at = new Date()
  asker = await server.signIn('owner')
  voter = await server.signIn('custodian')
  second = await server.signIn('owner')
})

async function asked(reply: Reply): Promise<string> {
  expect(reply).toMatchObject({ status: 403, body: { code: 'approval_required' } })
  return reply.body.context.approval_id
}

const vote = (by: Client, approval: string) =>
  by.post(`/v1/approvals/${approval}/votes`, { decision: 'approve' })

/** An account that the asker creates after these people have voted, and the halves of all. */
async function created(voters: Client[] = [voter]) {
  made += 1
  const body = { email: `new-${made}@example.com`, name: `New ${made}`, role: 'custodian' }
  const create = () => asker.post('/v1/administrators', body)
  const approval = await asked(await create())
  const halves: string[] = []
  for (const one of voters) halves.push((await vote(one, approval)).body.link_half)
  const reply = await create()
  expect(reply.status).toBe(201)
  return { id: reply.body.administrator.id, email: body.email, approval, reply, halves }
}

async function set(link: string, second_half?: string): Promise<Reply> {
  // Attempts are throttled by address; here all come from one.
  await server.db.deleteFrom('sign_in_counters').execute()
  return server.anonymous.post('/v1/auth/set-password', {
    token: tokenOf(link),
    password,
    ...(second_half !== undefined && { second_half }),
  })
}

const independence = async (id: string) => (await asker.get(`/v1/administrators/${id}`)).body.independence

describe('an account that needs votes', () => {
  test('gets a password with the half of who asked and that of one counted voter', async () => {
    const { id, email, approval, reply, halves } = await created()
    expect(halves[0]).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/)
    expect(reply.body).toMatchObject({ half_from: [{ id: voter.id }], mailed: false })
    // Until then it counts as who asked.
    expect(await independence(id)).toMatchObject({
      independent: false,
      because: [{ act: 'created', by: { id: asker.id } }],
      way_out: 'link',
    })
    // It was shown with the vote, and only then.
    expect((await vote(voter, approval)).body.link_half).toBeNull()
    expect(JSON.stringify(await auditRows(server))).not.toContain(halves[0])

    const { link } = reply.body
    expect(await set(link)).toMatchObject({
      status: 401,
      body: { code: 'link_half_required', context: { from: [{ id: voter.id }] } },
    })
    for (const wrong of ['x', '0000-0000-0000-0000-0000-0000', tokenOf(link), 'ю'])
      expect(await set(link, wrong)).toMatchObject({ status: 401, body: { code: 'link_half_invalid' } })
    // Typed by a person.
    const typed = (halves[0] as string).toUpperCase().replaceAll('-', ' ')
    expect((await set(link, typed)).status).toBe(200)

    expect(await independence(id)).toMatchObject({ independent: true, way_out: null })
    const [row] = (await auditRows(server)).filter(
      ({ action, object_id }) => action === 'administrator.password_set' && object_id === id,
    )
    expect(row).toMatchObject({ details: { confirmed_by: voter.id }, state: { made_by: [] }, proof: {} })
    expect((await login(server, email)).status).toBe(200)
  })

  test('not with the half of another account, nor with one that was put into the database', async () => {
    const one = await created()
    const other = await created()
    expect(await set(one.reply.body.link, other.halves[0])).toMatchObject({ status: 401 })
    const link = server.db.updateTable('password_links').where('administrator_id', '=', one.id)
    const { halves } = await server.db
      .selectFrom('password_links')
      .select('halves')
      .where('administrator_id', '=', other.id)
      .executeTakeFirstOrThrow()
    await link.set({ halves: JSON.stringify(halves) }).execute()
    expect(await set(one.reply.body.link, other.halves[0])).toMatchObject({
      status: 401,
      body: { code: 'link_invalid' },
    })
    await link.set({ halves: null, lineage_id: null }).execute()
    expect((await set(one.reply.body.link)).body.code).toBe('link_invalid')
  })

  test('a half of a voter who is not counted when the account is made opens nothing', async () => {
    made += 1
    const body = { email: `new-${made}@example.com`, name: 'New', role: 'custodian' }
    const approval = await asked(await asker.post('/v1/administrators', body))
    const { body: voted } = await vote(second, approval)
    const gone = await givenAdministrator(server, { role: 'owner' })
    expect(voted.link_half).toEqual(expect.any(String))
    const giveVoteTo = (id: string | null) =>
      server.db
        .updateTable('approval_votes')
        .set({ administrator_id: id as string })
        .where('approval_id', '=', approval)
        .execute()
    // The vote of somebody else is no vote.
    await giveVoteTo(gone.id)
    expect(await asked(await asker.post('/v1/administrators', body))).toBe(approval)
    await giveVoteTo(second.id)
    // Without any half the votes are worth nothing.
    await sql`update approval_votes set link_half = null, link_half_key_version = null, link_half_proof = null
      where approval_id = ${approval}`.execute(server.db)
    expect(await asker.post('/v1/administrators', body)).toMatchObject({
      status: 409,
      body: { code: 'approval_stale' },
    })
    // The approval is closed, so that asking again asks anew.
    expect(await asked(await asker.post('/v1/administrators', body))).not.toBe(approval)
  })

  test('after a reset with votes it needs both halves again', async () => {
    const { id, reply, halves } = await created()
    await set(reply.body.link, halves[0])
    const reset = () => asker.post(`/v1/administrators/${id}/reset`)
    const { body } = await vote(second, await asked(await reset()))
    const again = await reset()
    expect(again.body.half_from).toMatchObject([{ id: second.id }])
    expect(await independence(id)).toMatchObject({ independent: false, because: [{ act: 'reset' }] })
    expect((await set(again.body.link, halves[0])).status).toBe(401)
    expect((await set(again.body.link, body.link_half)).status).toBe(200)
    expect((await independence(id)).independent).toBe(true)
  })
})

test('nobody resets themselves', async () => {
  const reply = await asker.post(`/v1/administrators/${asker.id}/reset`)
  expect(reply).toMatchObject({
    status: 409,
    body: {
      code: 'own_reset',
      context: { owners: expect.arrayContaining([expect.objectContaining({ id: second.id })]) },
    },
  })
  expect(reply.body.context.command).toMatch(/^npx kontor admin reset-password owner-/)
})

describe('where rules come from the environment', () => {
  test('there is no founding, and owners see the command for each name', async () => {
    const { id, email } = await givenAdministrator(server, { role: 'custodian', name: 'Made' })
    const made_by = asker.id as string
    await givenLineage(server, { administrator_id: id, made_by, act: 'created', made_at: new Date() })
    const command = `npx kontor admin confirm ${email}`
    expect((await asker.get('/v1/founding')).body).toMatchObject({
      state: 'closed',
      closed_because: 'rules_of_environment',
      dependent: expect.arrayContaining([{ id, name: 'Made', command, counts_as: [expect.anything()] }]),
    })
    const rules = [{ act: 'document.review', separate: 'uploaded' }]
    expect(await asker.post('/v1/founding', { rules })).toMatchObject({
      status: 409,
      body: { code: 'founding_closed', context: { commands: expect.arrayContaining([command]) } },
    })
    expect(await independence(id)).toMatchObject({ independent: false, way_out: 'confirm', command })
  })

  test('who asks in vain learns who is not counted, why, and what to do', async () => {
    const others = sql<boolean>`id <> ${asker.id} and name <> 'Made'`
    await changeAdministrators(server, { disabled_at: new Date() }, others)
    const reply = await asker.post('/v1/api-keys', { name: 'Key', scopes: ['requests:read'] })
    expect(reply.body).toMatchObject({
      code: 'approval_required',
      detail: expect.stringContaining('Made is not counted as a different person'),
      context: {
        needed: 1,
        eligible: 0,
        way_out: 'confirm',
        not_eligible: [
          {
            name: 'Made',
            because: 'lineage',
            counts_as: [{ id: asker.id }],
            commands: [expect.stringMatching(/^npx kontor admin confirm/)],
          },
        ],
      },
    })
    const shown = await asker.get(`/v1/approvals/${reply.body.context.approval_id}`)
    expect(shown.body).toMatchObject({ eligible: 0, way_out: 'confirm', not_eligible: [{ name: 'Made' }] })

    const { email } = await server.db
      .selectFrom('administrators')
      .select('email')
      .where('name', '=', 'Made')
      .executeTakeFirstOrThrow()
    const { access_token } = (await login(server, email)).body
    const refused = await server.anonymous.post(
      `/v1/approvals/${reply.body.context.approval_id}/votes`,
      { decision: 'approve' },
      { authorization: `Bearer ${access_token}` },
    )
    expect(refused.body).toMatchObject({
      code: 'not_eligible',
      context: { reason: 'lineage', counts_as: [{ id: asker.id }], way_out: 'confirm', commands: [] },
    })
  })
})
