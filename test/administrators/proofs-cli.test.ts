import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstOwner, honestService } from '../support/given/honest-service.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditRows, login, password } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { addPasskey } from '../support/service/passkeys.ts'

const server = startServer({ connections: 4, env: firstOwner })
const honest = honestService(server)
let owner: Client
let person: { id: string; me: Client }
const email = 'anna@example.com'

beforeAll(async () => {
  owner = await honest.start()
  const me = await honest.confirmedPerson(owner, email, 'auditor')
  person = { id: me.id as string, me }
})

const kontor = async (...args: string[]) => {
  await server.service.deferredAudit.flush()
  return runCli(args, honest.environment())
}
const show = async () => {
  const { code, stdout } = await kontor('proofs', 'show')
  return [code, stdout]
}
const nothing = [0, 'All rows have the right proof.\n']

test('of an honest installation nothing is shown', async () => {
  expect(await show()).toEqual(nothing)
})

test('an account that was changed is shown with the reason, and accepted as it is', async () => {
  await sql`update administrators set role = 'officer' where id = ${person.id}`.execute(server.db)
  expect((await login(server, email)).status).toBe(401)
  expect(await show()).toEqual([
    1,
    `administrator ${person.id}: it was changed in the database, or is not of the service\n`,
  ])
  expect((await honest.verify()).code).toBe(1)
  const { code, stdout } = await kontor('proofs', 'accept', 'administrator', person.id)
  expect([code, stdout.split('\n')]).toEqual([
    0,
    expect.arrayContaining([
      'Not relied on: it was changed in the database, or is not of the service.',
      `  email: ${email}`,
      '  role: officer',
      'The row is proven as it is.',
    ]),
  ])
  // Neither the whole hash of the password nor anything else that is long.
  expect(stdout).toMatch(/^ {2}password_hash: \$argon2id\$.{30,40}…$/m)
  expect(await show()).toEqual(nothing)
  expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })
  expect((await login(server, email)).body.admin.role).toBe('officer')
  const accepted = (await auditRows(server)).filter(({ action }) => action === 'proof.accepted')
  expect(accepted).toMatchObject([
    {
      actor_kind: 'cli',
      actor_name: 'kontor proofs accept',
      details: { kind: 'administrator', id: person.id, because: 'invalid' },
      state: { kind: 'administrator', administrator: { role: 'officer' } },
      proof: {},
      revisions: [{ kind: 'administrator', id: person.id }],
    },
  ])
})

test('a key that was removed is accepted as gone', async () => {
  const { body } = await owner.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] })
  const { id } = body.api_key
  await sql`delete from api_keys where id = ${id}`.execute(server.db)
  expect(await show()).toEqual([1, `api_key ${id}: it was removed from the database by somebody else\n`])
  const { code, stdout } = await kontor('proofs', 'accept', 'api_key', id)
  expect([code, stdout]).toEqual([
    0,
    'Not relied on: it was removed from the database by somebody else.\nIt is accepted that it is gone.\n',
  ])
  expect(await show()).toEqual(nothing)
  expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })
})

test('a passkey that was changed is accepted, and the person goes on from there', async () => {
  const session = await honest.signIn(email)
  const { reply } = await addPasskey(session)
  const { id } = reply.body
  const changed = sql`created_at - interval '2 days'`
  await sql`update passkeys set created_at = ${changed} where id = ${id}`.execute(server.db)
  expect((await session.get('/v1/account/passkeys')).body.items).toEqual([])
  expect((await kontor('proofs', 'accept', 'passkey', id)).code).toBe(0)
  expect((await session.get('/v1/account/passkeys')).body.items).toMatchObject([{ id }])
  expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })
})

test('an older state that was brought back is shown, and accepted above the newer one', async () => {
  const { rows } = await sql<{ row: unknown }>`
    select to_json(found) as row from administrators as found where id = ${person.id}`.execute(server.db)
  expect((await owner.patch(`/v1/administrators/${person.id}`, { role: 'operator' })).status).toBe(200)
  await sql`update administrators as now set role = old.role, role_since = old.role_since, version = old.version,
      proof = old.proof, proof_revision = old.proof_revision
    from json_populate_record(null::administrators, ${JSON.stringify(rows[0]?.row)}) as old
    where now.id = old.id`.execute(server.db)
  await sql`delete from administrator_lineage where administrator_id = ${person.id} and confirmed_at is null`.execute(
    server.db,
  )
  expect(await show()).toEqual([
    1,
    `administrator ${person.id}: it is an older state that was brought back\n`,
  ])
  expect((await kontor('proofs', 'accept', 'administrator', person.id)).code).toBe(0)
  expect(await show()).toEqual(nothing)
  expect(await honest.verify()).toMatchObject({ code: 0, problems: [] })
})

describe('usage', () => {
  test.each([
    [['proofs', 'show', 'all'], 2, 'this command takes no arguments'],
    [['proofs', 'accept'], 2, 'a kind and an id are needed'],
    [['proofs', 'accept', 'person', '1'], 2, 'KIND should be one of administrator, recovery_code'],
    [['proofs', 'accept', 'administrator', 'anna'], 2, 'ID is none of this kind'],
    [['proofs', 'accept', 'api_key', '00000000-0000-7000-8000-000000000000'], 1, 'There is no such row'],
  ])('%s', async (args, exit, message) => {
    const { code, stderr } = await kontor(...args)
    expect([code, stderr]).toEqual([exit, expect.stringContaining(message)])
  })

  test('without the vault it says so', async () => {
    const env = { ...honest.environment(), KONTOR_KEY_FILE: '/nowhere/vault.key' }
    const { code, stderr } = await runCli(['proofs', 'show'], env)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^kontor: No key was found/m)])
  })

  test.each(['show', 'accept'])('--help of %s', async (name) => {
    const { code, stdout } = await kontor('proofs', name, '--help')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: npx kontor proofs ${name}`)])
  })
})

test('a password of somebody else signs nobody in', async () => {
  await sql`update administrators set password_hash =
    (select password_hash from administrators where id = ${owner.id}) where id = ${person.id}`.execute(
    server.db,
  )
  expect((await login(server, email, { password })).status).toBe(401)
  await sql`update administrators set password_hash = null where id = ${person.id}`.execute(server.db)
  const disabled = await kontor('admin', 'disable', email)
  expect(disabled).toMatchObject({ code: 0, stdout: `${email} is disabled.\n` })
  expect((await kontor('admin', 'enable', email)).stderr).toContain('kontor proofs show')
})
