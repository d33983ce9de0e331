import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { createFirstOwner } from '../../server/features/administrators/first-owner.ts'
import { createPasswordHasher } from '../../server/features/administrators/passwords/password-hasher.ts'
import { whileLocked } from '../support/database/locks.ts'
import { changeAdministrators } from '../support/database/proven-rows.ts'
import { login, password } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'

describe('the first owner', () => {
  const fresh = startServer()
  const passwords = createPasswordHasher({ threads: 1 })
  const owner = (
    given: { email: string | null; password: string | null },
    shown: string[] = [],
    isTTY = true,
  ) =>
    createFirstOwner({
      db: fresh.db,
      now: () => new Date(),
      passwords,
      log: pino({ level: 'silent' }),
      dataDir: fresh.dataDir,
      terminal: { isTTY, write: (text) => shown.push(text) },
      ...given,
    })
  /** As at a first start, which comes after it. */
  const proven = () => changeAdministrators(fresh, {})
  const file = () => join(fresh.dataDir, 'first-password')

  test('gets a password that is shown once, and a file that is deleted at the first sign-in', async () => {
    const shown: string[] = []
    const first = owner({ email: null, password: null }, shown)
    const second = owner({ email: null, password: null }, shown)
    await whileLocked(
      fresh.db,
      (db) => sql`lock table administrators in exclusive mode`.execute(db),
      () => [first.ensure(), second.ensure()],
    )
    expect(shown).toHaveLength(1)
    const made = readFileSync(file(), 'utf8').trim()
    expect(shown[0]).toContain(made)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(fresh.logged.join('')).not.toContain(made)
    await owner({ email: null, password: null }, shown).ensure()
    expect(shown).toHaveLength(1)
    expect(existsSync(file())).toBe(true)

    await proven()
    expect((await login(fresh, 'admin@localhost', { password: made })).body.admin.role).toBe('owner')
    await expect.poll(() => existsSync(file())).toBe(false)
  })

  test('if standard output is not a terminal, the password is only in the file', async () => {
    await fresh.db.deleteFrom('sessions').execute()
    await fresh.db.deleteFrom('administrators').execute()
    const shown: string[] = []
    await owner({ email: null, password: null }, shown, false).ensure()
    expect(shown.join('')).toContain(file())
    expect(shown.join('')).not.toContain(readFileSync(file(), 'utf8').trim())
    rmSync(file())
  })

  test('of the environment is created without a file, and only if there is no administrator', async () => {
    const shown: string[] = []
    await owner({ email: 'boss@example.com', password }, shown).ensure()
    expect((await login(fresh, 'boss@example.com')).status).toBe(401)
    await fresh.db.deleteFrom('sessions').execute()
    await fresh.db.deleteFrom('administrators').execute()
    await owner({ email: 'boss@example.com', password }, shown).ensure()
    await proven()
    expect((await login(fresh, 'boss@example.com')).status).toBe(200)
    expect(shown).toEqual([])
    expect(existsSync(file())).toBe(false)
  })
})
