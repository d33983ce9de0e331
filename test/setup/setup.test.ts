import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { roles } from '../../contract/api/roles.ts'
import { type SetupItem, setupSteps } from '../../contract/work/setup.ts'
import { findOwnCredentials } from '../../server/features/administrators/set-up-people.ts'
import { ftmFile, importList } from '../screening/list-uploads.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { givenCompany } from '../support/given/given-paper.ts'
import { givenRules } from '../support/given/given-policy.ts'
import { bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })

async function read(client: Client): Promise<{ finished: boolean; items: SetupItem[] }> {
  const { status, body } = await client.get('/v1/setup')
  expect(status).toBe(200)
  return body
}

async function stateOf(client: Client, step: string): Promise<string | undefined> {
  return (await read(client)).items.find((item) => item.step === step)?.status
}

test('what is done is read from what there is, each step after the other', async () => {
  // The first owner has the password of the settings.
  const { id } = await givenAdministrator(server, { role: 'owner', email: 'first@example.com' })
  const owner = bearer(server, (await login(server, 'first@example.com')).body.access_token)
  const before = await read(owner)
  expect(before.finished).toBe(false)
  expect(before.items.map(({ step, status }) => [step, status])).toEqual(
    setupSteps.map((step) => [step, 'open']),
  )
  const done = async (step: string) => expect([step, await stateOf(owner, step)]).toEqual([step, 'done'])

  await givenOrganization(server)
  await done('organization')
  const company = await givenCompany(owner)
  await done('company')
  // Of a company that is closed, nothing can be issued.
  await server.db.updateTable('desk_companies').set({ active: false }).where('id', '=', company.id).execute()
  expect(await stateOf(owner, 'company')).toBe('open')
  await importList(owner, 'persons', { 'list.json': ftmFile }, { kind: 'pep' })
  expect(await stateOf(owner, 'sanctions')).toBe('open')
  await importList(owner, 'listed', { 'list.json': ftmFile })
  await done('sanctions')
  const form = new FormData()
  form.append('file', new Blob(['inn,ogrn,full_name\n7707083893,1027700132195,ПАО «Береста»\n']), 'a.csv')
  expect((await owner.post('/v1/party-register/imports', form)).status).toBe(202)
  await expect.poll(() => stateOf(owner, 'register'), { timeout: 60_000 }).toBe('done')
  await givenRules(server, [{ act: 'document.review', reason: 'required' }])
  await done('policy')
  await server.db
    .insertInto('vault_slots')
    .columns(['id', 'kind', 'wrapped_root_key', 'root_id', 'drilled_at'])
    .expression((of) =>
      of
        .selectFrom('vault_slots')
        .select([
          of.val('copy').as('id'),
          'kind',
          'wrapped_root_key',
          'root_id',
          sql<Date>`now()`.as('drilled_at'),
        ]),
    )
    .execute()
  await done('key_copy')
  const colleague = await givenAdministrator(server, { role: 'auditor' })
  await done('colleague')
  await server.db
    .updateTable('administrators')
    .set({ disabled_at: new Date() })
    .where('id', '=', colleague.id)
    .execute()
  expect(await stateOf(owner, 'colleague')).toBe('open')
  const changed = await owner.post('/v1/auth/password', {
    current_password: password,
    new_password: 'лиловый трамвай везёт арбузы',
  })
  expect(changed.status).toBeLessThan(300)
  const again = await login(server, 'first@example.com', { password: 'лиловый трамвай везёт арбузы' })
  expect(await stateOf(bearer(server, again.body.access_token), 'password')).toBe('done')
  await server.db
    .updateTable('administrators')
    .set({ otp_secret: Buffer.alloc(9), otp_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
  expect((await findOwnCredentials(server.db, id)).hasSecondFactor).toBe(true)
})

test.each(roles)('a %s sees what the role may do', async (role) => {
  const steps = (await read(await server.signIn(role))).items.map(({ step }) => step)
  const expected = {
    owner: setupSteps,
    custodian: ['password', 'second_factor'],
    officer: ['password', 'second_factor', 'organization'],
    operator: ['password', 'second_factor', 'organization'],
    auditor: ['password', 'second_factor'],
  }
  expect(steps).toEqual(expected[role])
})

test('a step of one person is dismissed for them, one of the installation for all', async () => {
  const [first, second, auditor] = [
    await server.signIn('owner'),
    await server.signIn('owner'),
    await server.signIn('auditor'),
  ]
  await first.put('/v1/setup/second_factor', { dismissed: true })
  const { status, body } = await first.put('/v1/setup/company', { dismissed: true })
  expect(status).toBe(200)
  expect(body.items.find(({ step }: SetupItem) => step === 'company')).toEqual({
    step: 'company',
    scope: 'installation',
    status: 'dismissed',
    dismissed_at: expect.any(String),
    dismissed_by: { kind: 'administrator', id: first.id, name: expect.any(String) },
  })
  expect([await stateOf(second, 'second_factor'), await stateOf(second, 'company')]).toEqual([
    'open',
    'dismissed',
  ])
  expect((await auditor.put('/v1/setup/company', { dismissed: false })).status).toBe(403)
  expect(await stateOf(second, 'company')).toBe('dismissed')

  // Once it is done, it is done, whatever somebody said of it; and open again when it is undone.
  const companies = (active: boolean) => server.db.updateTable('desk_companies').set({ active }).execute()
  await companies(true)
  expect(await stateOf(second, 'company')).toBe('done')
  await companies(false)
  await second.put('/v1/setup/company', { dismissed: false })
  expect(await stateOf(first, 'company')).toBe('open')
  const actions = (
    await server.db.selectFrom('audit_events').select('action').orderBy('seq').execute()
  ).filter(({ action }) => action.startsWith('setup.'))
  expect(actions.map(({ action }) => action)).toEqual([
    'setup.step_dismissed',
    'setup.step_dismissed',
    'setup.step_reopened',
  ])
})

test('twice, and by several at the same time, is once', async () => {
  const [first, second] = [await server.signIn('owner'), await server.signIn('owner')]
  const replies = await whileLocked(
    server.db,
    (db) => sql`lock table setup_dismissals in exclusive mode`.execute(db),
    () => [first, second, first].map((client) => client.put('/v1/setup/policy', { dismissed: true })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await server.db
    .selectFrom('setup_dismissals')
    .selectAll()
    .where('step', '=', 'policy')
    .execute()
  expect(rows).toHaveLength(1)
})

test('it is refused to keys, to strangers, for steps that do not exist, and without saying what', async () => {
  const owner = await server.signIn('owner')
  expect((await server.anonymous.get('/v1/setup')).status).toBe(401)
  const key = await givenApprovedKey(server, owner, ['organizations:read'])
  expect((await client(server, key).get('/v1/setup')).status).toBe(403)
  expect((await owner.put('/v1/setup/tea', { dismissed: true })).body.code).toBe('setup_step_not_found')
  expect((await owner.put('/v1/setup/policy', {})).status).toBe(422)
  expect((await owner.put('/v1/setup/policy', { dismissed: 'да' })).status).toBe(422)
})
