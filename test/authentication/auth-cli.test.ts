import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { tokenOf } from '../support/given/given-person.ts'
import { runCli, runCliProcess } from '../support/processes/run-cli.ts'
import { bearer, givenAdministrator, login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { addPasskey, signInWithPasskey } from '../support/service/passkeys.ts'

const server = startServer()

const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

/** The words of the command, and what follows them. */
function kontor(words: string, ...args: string[]) {
  return runCli([...words.split(' '), ...args], environment())
}

const names = [
  'admin create',
  'admin reset-password',
  'admin confirm',
  'admin disable',
  'sessions revoke',
  'audit verify',
  'audit export',
]

test.runIf(isFull)('each command is in the overview and has help', async () => {
  const overview = await runCli(['--help'], {})
  for (const name of names) expect(overview.stdout).toContain(name)
  const help = await kontor('audit verify', '--help')
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--checkpoints VALUE') })
})

test.each([
  ['admin create', []],
  ['admin create', ['a@b', 'c@d']],
  ['admin create', ['a@b', '--role', 'emperor']],
  ['admin create', ['nonsense']],
  ['admin confirm', []],
  ['admin disable', []],
  ['sessions revoke', []],
  ['sessions revoke', ['a@b', '--all']],
  ['audit verify', ['extra']],
  ['audit verify', ['--unknown']],
  ['audit verify', ['--at-least', 'all']],
  ['admin create', ['a@b.example', '--name', 'Анна\u202e']],
  ['audit export', ['--from', 'yesterday']],
])('%s %j is a usage error', async (words, args) => {
  expect(await kontor(words, ...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`'kontor ${words} --help'`),
  })
})

describe('administrators', () => {
  test('one is created, reset and disabled, and the running service applies it at once', async () => {
    const made = await kontor('admin create', 'cli@example.com', '--role', 'auditor', '--name', 'Анна')
    expect(made.code).toBe(0)
    const set = async (out: string, password: string) => {
      const token = tokenOf(/^http:.+$/m.exec(out)?.[0] as string)
      expect((await server.anonymous.post('/v1/auth/set-password', { token, password })).status).toBe(200)
    }
    await set(made.stdout, password)
    const signedIn = await login(server, 'cli@example.com')
    expect(signedIn).toMatchObject({ status: 200, body: { admin: { role: 'auditor', name: 'Анна' } } })
    const me = bearer(server, signedIn.body.access_token)

    const reset = await kontor('admin reset-password', 'CLI@example.com')
    expect(reset.code).toBe(0)
    await expect.poll(async () => (await me.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, 'cli@example.com')).status).toBe(401)
    const other = { password: 'three unrelated green umbrellas' }
    await set(reset.stdout, other.password)
    expect((await login(server, 'cli@example.com', other)).status).toBe(200)

    expect((await kontor('admin disable', 'cli@example.com')).code).toBe(0)
    expect((await login(server, 'cli@example.com', other)).status).toBe(401)
    const rows = await server.db.selectFrom('audit_events').select('event').execute()
    const actors = rows.map(({ event }) => JSON.parse(event)).filter((event) => event.actor_kind === 'cli')
    expect(actors.map((event) => event.actor_name)).toEqual([
      'kontor admin create',
      'kontor admin reset-password',
      'kontor admin disable',
    ])
  })

  test('on the day all passkeys are lost, a reset removes them and the new password is enough', async () => {
    const { email } = await givenAdministrator(server)
    const me = bearer(server, (await login(server, email)).body.access_token)
    const { authenticator } = await addPasskey(me)
    expect((await login(server, email)).body.code).toBe('passkey_required')
    const reset = await kontor('admin reset-password', email)
    const [link = ''] = /http\S+/.exec(reset.stdout) ?? []
    const password = 'lamp river seven orange quiet'
    const set = await server.anonymous.post('/v1/auth/set-password', { token: tokenOf(link), password })
    expect(set.status).toBe(200)
    expect((await login(server, email, { password })).body.admin).toMatchObject({ passkeys: 0 })
    expect((await signInWithPasskey(server, authenticator)).status).toBe(401)
  })

  test('a call that cannot be understood exits with 2, one that cannot be done with 1', async () => {
    expect(await runCliProcess(['admin', 'create'], environment())).toMatchObject({ code: 2 })
    expect(await runCli(['admin', 'disable', 'nobody@example.com'], environment())).toMatchObject({
      code: 1,
      stderr: 'kontor: There is no such administrator.\n',
    })
  })
})

test('sessions revoke ends the sessions of one administrator or of all', async () => {
  const one = await givenAdministrator(server)
  const other = await givenAdministrator(server)
  const a = bearer(server, (await login(server, one.email)).body.access_token)
  const b = bearer(server, (await login(server, other.email)).body.access_token)
  expect(await kontor('sessions revoke', one.email)).toMatchObject({ code: 0, stdout: '1 session ended.\n' })
  await expect.poll(async () => (await a.get('/v1/auth/me')).status).toBe(401)
  expect((await b.get('/v1/auth/me')).status).toBe(200)
  expect((await kontor('sessions revoke', '--all')).code).toBe(0)
  await expect.poll(async () => (await b.get('/v1/auth/me')).status).toBe(401)
})

test('audit verify and export', async () => {
  await server.service.checkpoints.cut(true)
  const good = await kontor('audit verify')
  expect(good.code).toBe(0)
  expect(good.stdout).toContain('Valid.')
  expect(good.stdout).toMatch(/A truncation after row \d+ could not be detected\./)
  expect(good.stdout).toMatch(/^Last signed row that the vault remembers: \d+$/m)
  expect(good.stdout).not.toContain('SIGNED LATE')
  const file = join(server.dataDir, 'export.ndjson')
  expect((await kontor('audit export', '--output', file)).code).toBe(0)
  const head = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(head.seq)

  const enough = await kontor('audit verify', '--at-least', String(head.seq))
  expect(enough).toMatchObject({ code: 0, stdout: expect.stringContaining('Valid.') })
  const early = await kontor('audit verify', '--at-least', String(head.seq + 1))
  const ends = `NOT VALID. The log ends with row ${head.seq}, but row ${head.seq + 1} should exist.`
  expect(early).toMatchObject({ code: 1, stdout: expect.stringContaining(ends) })
  const unproven = await kontor('audit verify', '--checkpoints', '/nowhere')
  const none = 'NOT VALID. There is no checkpoint in /nowhere'
  expect(unproven).toMatchObject({ code: 1, stdout: expect.stringContaining(none) })
  expect(await kontor('audit verify', '--checkpoints', '/nowhere', '--empty')).toMatchObject({ code: 0 })

  // An export is signed at once, and so is every row before it.
  expect((await kontor('sessions revoke', '--all')).code).toBe(0)
  server.clock.at = new Date(Date.now() + 2 * 3_600_000)
  await server.service.checkpoints.cut(true)
  server.clock.at = null
  const late = await kontor('audit verify')
  expect(late).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SIGNED LATE\. Rows \d+ to \d+: /m) })

  await sql`alter table audit_events disable trigger user`.execute(server.db)
  await sql`update audit_events set event = replace(event, 'auth.login', 'auth.other') where action = 'auth.login'`.execute(
    server.db,
  )
  const bad = await kontor('audit verify')
  expect(bad.code).toBe(1)
  expect(bad.stdout).toMatch(/NOT VALID\. Row \d+ was changed/)
})

test('a data directory that does not exist is named, and nothing is created', async () => {
  const missing = join(server.dataDir, 'nowhere', 'data')
  for (const words of ['audit verify', 'migrate', 'webhooks status', 'admin create a@example.com']) {
    expect(await runCli(words.split(' '), { KONTOR_DATA_DIR: missing })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`The data directory ${missing} does not exist`),
    })
  }
  expect(existsSync(join(server.dataDir, 'nowhere'))).toBe(false)
})
