import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uncheckedPeople } from '../../cli/command/unchecked-people.ts'
import { addLineage, confirmLineage } from '../../server/features/administrators/accounts/lineage.ts'
import { createPeople } from '../../server/features/administrators/people.ts'
import { service } from '../../server/platform/actor.ts'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditRows, bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { emptyDatabase, startServer } from '../support/service/harness.ts'

const server = startServer()

async function person(id: string) {
  const found = (await createPeople(server.service).listPeople(server.db)).find((one) => one.id === id)
  if (!found) throw new Error('There is no such person.')
  return found
}

async function edges(id: string) {
  return server.db
    .selectFrom('administrator_lineage')
    .select(['act', 'made_by', 'confirmed_by'])
    .where('administrator_id', '=', id)
    .orderBy('made_at')
    .execute()
}

test('ages restart with the role, with enabling, and with what somebody signs in with', async () => {
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute))
  server.clock.at = at(0)
  const owner = await server.signIn('owner')
  const body = { email: 'ages@example.com', name: 'Анна', role: 'officer' }
  const made = (await owner.post('/v1/administrators', body)).body
  const { id } = made.administrator
  expect(await person(id)).toMatchObject({
    roleSince: at(0),
    credentialsSince: at(0),
    canSignIn: false,
    hasSecondFactor: false,
  })
  server.clock.at = at(1)
  await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(made.link), password })
  expect(await person(id)).toMatchObject({ roleSince: at(0), credentialsSince: at(1), canSignIn: true })
  server.clock.at = at(2)
  await owner.patch(`/v1/administrators/${id}`, { name: 'Анна Петрова' })
  expect(await person(id)).toMatchObject({ roleSince: at(0), credentialsSince: at(1) })
  await owner.patch(`/v1/administrators/${id}`, { role: 'custodian' })
  expect(await person(id)).toMatchObject({ roleSince: at(2), credentialsSince: at(1) })
  server.clock.at = at(3)
  const me = bearer(server, (await login(server, body.email)).body.access_token)
  const changed = { current_password: password, new_password: 'three unrelated green umbrellas' }
  expect((await me.post('/v1/auth/password', changed)).status).toBe(200)
  expect(await person(id)).toMatchObject({ roleSince: at(2), credentialsSince: at(3) })
  server.clock.at = at(4)
  await owner.post(`/v1/administrators/${id}/disable`)
  expect(await person(id)).toMatchObject({ roleSince: at(2), isActive: false, canSignIn: false })
  server.clock.at = at(5)
  await owner.post(`/v1/administrators/${id}/enable`)
  expect(await person(id)).toMatchObject({ roleSince: at(5), credentialsSince: at(3), isActive: true })
  server.clock.at = at(6)
  await owner.post(`/v1/administrators/${id}/reset`)
  expect(await person(id)).toMatchObject({ roleSince: at(5), credentialsSince: at(6), canSignIn: false })
  server.clock.at = null
})

test('whoever creates, promotes, enables or resets an account is its maker until that is confirmed', async () => {
  const [owner, other] = [await server.signIn('owner'), await server.signIn('owner')]
  const { id } = await givenAdministrator(server, { role: 'operator' })
  expect((await person(id)).madeBy).toEqual([])
  await owner.patch(`/v1/administrators/${id}`, { name: 'Only a name' })
  expect((await person(id)).madeBy).toEqual([])
  await owner.patch(`/v1/administrators/${id}`, { role: 'auditor' })
  await other.post(`/v1/administrators/${id}/disable`)
  await other.post(`/v1/administrators/${id}/enable`)
  await owner.post(`/v1/administrators/${id}/reset`)
  expect((await edges(id)).map(({ act, made_by }) => [act, made_by])).toEqual([
    ['promoted', owner.id],
    ['enabled', other.id],
    ['reset', owner.id],
  ])
  expect((await person(id)).madeBy).toEqual([owner.id, other.id].toSorted())
})

test('nobody is the maker of their own account', async () => {
  const owner = await server.signIn('owner')
  await owner.patch(`/v1/administrators/${owner.id}`, { role: 'officer' })
  expect(await edges(owner.id as string)).toEqual([])
})

test('a command makes nobody a maker, and confirms what others made', async () => {
  const environment = { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir }
  const kontor = (...args: string[]) => runCli(['admin', ...args], environment)
  expect((await kontor('create', 'machine@example.com')).code).toBe(0)
  const { id } =
    (await createPeople(server.service).listPeople(server.db)).find(
      ({ email }) => email === 'machine@example.com',
    ) ?? {}
  expect(await edges(id as string)).toEqual([])
  const owner = await server.signIn('owner')
  await owner.post(`/v1/administrators/${id}/reset`)
  await owner.patch(`/v1/administrators/${id}`, { role: 'custodian' })
  expect((await person(id as string)).madeBy).toEqual([owner.id])
  expect(await kontor('confirm', 'Machine@example.com')).toMatchObject({
    code: 0,
    stdout: 'Machine@example.com is confirmed (acts: 2).\n',
  })
  expect((await person(id as string)).madeBy).toEqual([])
  expect((await edges(id as string)).map(({ confirmed_by }) => confirmed_by)).toEqual([
    ['kontor admin confirm'],
    ['kontor admin confirm'],
  ])
  expect((await kontor('confirm', 'machine@example.com')).stdout).toBe('There was nothing to confirm.\n')
  const rows = (await auditRows(server)).filter(({ action }) => action === 'administrator.confirmed')
  expect(rows).toMatchObject([{ actor_kind: 'cli', object_id: id, state: { made_by: [] }, proof: {} }])
  await owner.post(`/v1/administrators/${id}/reset`)
  expect((await person(id as string)).madeBy).toEqual([owner.id])
})

test('an act that others approved makes nobody a maker, and confirms no other act', async () => {
  const owner = await server.signIn('owner')
  const { id } = await givenAdministrator(server)
  const actor = { ...service, kind: 'administrator' as const, id: owner.id }
  const at = new Date()
  await addLineage(server.db, { administratorId: id, act: 'reset', actor, at, confirmedBy: ['a voter'] })
  expect((await person(id)).madeBy).toEqual([])
  expect(await edges(id)).toEqual([{ act: 'reset', made_by: owner.id, confirmed_by: ['a voter'] }])
  const enabled = await addLineage(server.db, { administratorId: id, act: 'enabled', actor, at })
  await addLineage(server.db, { administratorId: id, act: 'promoted', actor, at })
  expect(await confirmLineage(server.db, id, { by: ['a voter'], at, edgeId: enabled as string })).toBe(1)
  await changeAdministrators(server, {}, id)
  expect((await person(id)).madeBy).toEqual([owner.id])
})

test('the maker of an API key is known', async () => {
  const owner = await server.signIn('owner')
  const { body } = await owner.post('/v1/api-keys', { name: 'A key', scopes: ['requests:read'] })
  expect(await createPeople(server.service).makerOf(server.db, body.api_key.id)).toBe(owner.id)
  expect(await createPeople(server.service).makerOf(server.db, owner.id as string)).toBeUndefined()
})

test('the migration derives makers and ages of a database of release 1.0.0', async () => {
  const db = connect(await emptyDatabase(), { max: 1 })
  const all = await readMigrations()
  await migrate(
    db,
    all.filter(({ name }) => name < '0015'),
  )
  const ids = ['a', 'b', 'c'].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`)
  const [ann, bob, eve] = ids as [string, string, string]
  for (const id of ids) {
    await sql`
      insert into administrators
        (id, email, name, role, password_hash, password_changed_at, created_at, created_by, updated_at)
      values (${id}, ${`${id}@example.com`}, 'x', 'owner', '!', '2030-01-03', '2030-01-01', 'x', '2030-01-02')
    `.execute(db)
  }
  const event = (action: string, actor: string | null, object: string, details: unknown = {}) =>
    JSON.stringify({
      at: '2030-01-01T00:00:00.000Z',
      action: `administrator.${action}`,
      actor_kind: actor === null ? 'cli' : 'administrator',
      actor_id: actor,
      object_type: 'administrator',
      object_id: object,
      outcome: 'success',
      details,
    })
  const roles = (from: string, to: string) => ({
    from: { role: from, name: 'x' },
    to: { role: to, name: 'y' },
  })
  const events = [
    event('created', null, ann),
    event('created', ann, bob),
    event('updated', ann, eve, roles('officer', 'owner')),
    event('updated', bob, eve, roles('owner', 'owner')),
    event('enabled', bob, eve),
    event('reset', bob, bob),
    event('reset', '00000000-0000-7000-8000-000000000fff', eve),
  ]
  await sql`select audit_append(${events}::text[])`.execute(db)
  await migrate(db)
  const made = await db
    .selectFrom('administrator_lineage')
    .select(['administrator_id', 'made_by', 'act', 'confirmed_at'])
    .orderBy('act')
    .execute()
  expect(made).toEqual([
    { administrator_id: bob, made_by: ann, act: 'created', confirmed_at: null },
    { administrator_id: eve, made_by: bob, act: 'enabled', confirmed_at: null },
    { administrator_id: eve, made_by: ann, act: 'promoted', confirmed_at: null },
  ])
  expect(await uncheckedPeople.listPeople(db)).toMatchObject(
    ids.map((id) => ({
      id,
      roleSince: new Date('2030-01-02T00:00:00Z'),
      credentialsSince: new Date('2030-01-03T00:00:00Z'),
    })),
  )
  await db.destroy()
})
