import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { parseSlotKey } from '../../server/platform/vault/slot-key.ts'
import { isFull } from '../support/cases/scale.ts'
import { dropDatabase } from '../support/database/superuser.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { emptyDatabase } from '../support/service/harness.ts'
import { isEmpty, killGround, newFolder } from './kill-ground.ts'
import { type KillCase, killAt, rehearse, someOf, untilForgotten } from './killed.ts'

const { server, env, kontor, expectSound } = killGround()

async function open(directory: string) {
  const slotKeys = [parseSlotKey(readFileSync(server.config.keyFile)) as Buffer]
  return verifyBackup({ directory, slotKeys, onProgress: () => {} })
}

test.runIf(isFull)(
  'a backup that is killed at any step has its name only if it is whole, and the next one removes what it left',
  async () => {
    const folder = newFolder('backups')
    const cases = await rehearse(['backup', join(folder, 'rehearsal')], env())
    // Always amid the tables, and before and after the backup has its name.
    const [amid] = cases.filter(({ step }) => step.startsWith('link')).slice(-1)
    const naming = cases.filter(({ step }) => step.startsWith('rename')).slice(-2)
    expect([amid?.moment, ...naming.map(({ moment }) => moment)]).toEqual(['after', 'before', 'after'])
    const whole = new Set(['rehearsal'])
    for (const [index, place] of [amid as KillCase, ...naming, ...someOf(cases)].entries()) {
      const name = `killed-${index}`
      await killAt(['backup', join(folder, name)], env(), place)
      await untilForgotten(server.db)
      const left = readdirSync(folder).filter((entry) => !whole.has(entry))
      if (left.includes(name)) {
        // Only once it was renamed.
        expect([place, left]).toEqual([place, [name]])
        expect((await open(join(folder, name))).manifest.documents.count).toBe(2)
        whole.add(name)
      }
      const next = `next-${index}`
      const { code, stderr } = await runCli(['backup', join(folder, next)], env())
      expect([place, code]).toEqual([place, 0])
      whole.add(next)
      for (const entry of left.filter((entry) => entry !== name))
        expect(stderr).toContain(`Removed ${join(folder, entry)}, which an interrupted backup left.`)
      expect([place, new Set(readdirSync(folder))]).toEqual([place, whole])
    }
    expect([...whole].filter((name) => name.startsWith('killed'))).not.toEqual([])
    expect((await open(join(folder, 'next-2'))).manifest.documents.count).toBe(2)
    await expectSound()
  },
)

test.runIf(isFull)(
  'a restore that is killed at any step leaves nothing or everything, and nobody who could sign in',
  async () => {
    const source = join(newFolder('source'), 'backup')
    await kontor(['backup', source])
    const machine = async () => ({
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: newFolder('machine'),
      KONTOR_KEY_FILE: server.config.keyFile,
    })
    const first = await machine()
    const cases = await rehearse(['restore', source], first)
    await dropDatabase(first.DATABASE_URL)
    for (const place of someOf(cases)) {
      const here = await machine()
      const db = connect(here.DATABASE_URL, { max: 1, unlimited: true })
      try {
        await killAt(['restore', source], here, place)
        await untilForgotten(db)
        if (await isEmpty(db)) await kontor(['restore', source], here)
        await expectRestored(db, here)
      } finally {
        await db.destroy()
        await dropDatabase(here.DATABASE_URL)
        rmSync(here.KONTOR_DATA_DIR, { recursive: true })
      }
    }
  },
)

/** All rows and documents; webhooks, signing and people wait for somebody. */
async function expectRestored(db: Db, here: Record<string, string>): Promise<void> {
  const { rows } = await sql`
    select (select count(*) from organizations) as organizations, (select count(*) from wallets) as wallets,
      (select count(*) from administrators where disabled_at is null) as people,
      (select stopped_at is not null from signing_state) as is_stopped
  `.execute(db)
  expect(rows).toEqual([{ organizations: 2, wallets: 10, people: 0, is_stopped: true }])
  for (const command of ['wallets', 'documents']) await kontor([command, 'verify'], here)
}
