import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { type Command, parseCall, UsageError } from '../../cli/command.ts'
import { commands } from '../../cli/commands.ts'
import { bearer, givenAdministrator, login } from '../support/auth-helpers.ts'
import { startServer } from '../support/harness.ts'

const server = startServer()

const environment = () => ({ DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

/** The command as people call it, in a process of its own. */
function shell(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const main = join(import.meta.dirname, '../../cli/main.ts')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...args],
      { env: { ...process.env, ...environment() } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** The same command in this process: starting Node a dozen times takes longer than all it does. */
async function kontor(words: string, ...args: string[]): Promise<{ code: number; out: string }> {
  Object.assign(process.env, environment())
  const out: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out.push(String(text))
    return true
  })
  try {
    const command = commands.find((command) => command.name === words) as Command
    return { code: await command.run(parseCall(command, args)), out: out.join('') }
  } finally {
    stdout.mockRestore()
  }
}

const names = [
  'admin create',
  'admin reset-password',
  'admin disable',
  'sessions revoke',
  'audit verify',
  'audit export',
]

test('each command is in the overview and has its help', { timeout: 120_000 }, async () => {
  const overview = await shell('--help')
  for (const name of names) expect(overview.out).toContain(name)
  const help = await shell('audit', 'verify', '--help')
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--checkpoints VALUE') })
})

test.each([
  ['admin create', []],
  ['admin create', ['a@b', 'c@d']],
  ['admin create', ['a@b', '--role', 'emperor']],
  ['admin create', ['nonsense']],
  ['admin disable', []],
  ['sessions revoke', []],
  ['sessions revoke', ['a@b', '--all']],
  ['audit verify', ['extra']],
  ['audit verify', ['--unknown']],
  ['audit export', ['--from', 'yesterday']],
])('%s %j cannot be understood', async (words, args) => {
  await expect(kontor(words, ...args)).rejects.toThrow(UsageError)
})

describe('administrators', () => {
  test('one is made, reset and disabled, and the running service knows at once', {
    timeout: 120_000,
  }, async () => {
    const made = await kontor('admin create', 'cli@example.com', '--role', 'auditor', '--name', 'Анна')
    expect(made.code).toBe(0)
    const passwordOf = (out: string) => /^Password: (.+)$/m.exec(out)?.[1]
    const signedIn = await login(server, 'cli@example.com', { password: passwordOf(made.out) })
    expect(signedIn).toMatchObject({ status: 200, body: { admin: { role: 'auditor', name: 'Анна' } } })
    const me = bearer(server, signedIn.body.access_token)

    const reset = await kontor('admin reset-password', 'CLI@example.com')
    expect(reset.code).toBe(0)
    await expect.poll(async () => (await me.get('/v1/auth/me')).status).toBe(401)
    expect((await login(server, 'cli@example.com', { password: passwordOf(reset.out) })).status).toBe(200)

    expect((await kontor('admin disable', 'cli@example.com')).code).toBe(0)
    expect((await login(server, 'cli@example.com', { password: passwordOf(reset.out) })).status).toBe(401)
    const rows = await server.db.selectFrom('audit_events').select('event').execute()
    const actors = rows.map(({ event }) => JSON.parse(event)).filter((event) => event.actor_kind === 'cli')
    expect(actors.map((event) => event.actor_name)).toEqual([
      'kontor admin create',
      'kontor admin reset-password',
      'kontor admin disable',
    ])
  })

  test('a call that cannot be understood is 2, one that cannot be done is 1', {
    timeout: 120_000,
  }, async () => {
    expect(await shell('admin', 'create')).toMatchObject({ code: 2 })
    expect(await shell('admin', 'disable', 'nobody@example.com')).toMatchObject({
      code: 1,
      err: 'kontor: There is no such administrator.\n',
    })
  })
})

test('sessions revoke ends those of one, or of everybody', async () => {
  const one = await givenAdministrator(server)
  const other = await givenAdministrator(server)
  const a = bearer(server, (await login(server, one.email)).body.access_token)
  const b = bearer(server, (await login(server, other.email)).body.access_token)
  expect(await kontor('sessions revoke', one.email)).toMatchObject({ code: 0, out: '1 session ended.\n' })
  await expect.poll(async () => (await a.get('/v1/auth/me')).status).toBe(401)
  expect((await b.get('/v1/auth/me')).status).toBe(200)
  expect((await kontor('sessions revoke', '--all')).code).toBe(0)
  await expect.poll(async () => (await b.get('/v1/auth/me')).status).toBe(401)
})

test('audit verify and export', async () => {
  await server.service.checkpoints.cut(true)
  const good = await kontor('audit verify')
  expect(good.code).toBe(0)
  expect(good.out).toContain('Valid.')
  expect(good.out).toMatch(/A truncation after row \d+ could not be detected\./)
  const file = join(server.dataDir, 'export.ndjson')
  expect((await kontor('audit export', '--output', file)).code).toBe(0)
  const head = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(head.seq)

  await sql`alter table audit_events disable trigger user`.execute(server.db)
  await sql`update audit_events set event = replace(event, 'auth.login', 'auth.other') where action = 'auth.login'`.execute(
    server.db,
  )
  const bad = await kontor('audit verify')
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/NOT VALID\. Row \d+ was changed/)
  await expect(kontor('audit verify', '--checkpoints', '/nowhere')).rejects.toThrow(UsageError)
})
