import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { verifyAudit } from '../../server/features/audit/verification/audit-verify.ts'
import { verifyBackup } from '../../server/features/backup/verify-backup.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { readMigrations } from '../../server/platform/db/migrations.ts'
import { rewrap } from '../../server/platform/vault/rewrap.ts'
import { parseSlotKey } from '../../server/platform/vault/slot-key.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { pdfOfSize } from '../support/document-samples.ts'
import { upload } from '../support/document-uploads.ts'
import { givenOrganization } from '../support/factories.ts'
import { type Client, emptyDatabase, startServer } from '../support/harness.ts'
import { createManualTimers } from '../support/manual-timers.ts'
import { runCli } from '../support/run-cli.ts'
import { chosen, isFull, scaled } from '../support/scale.ts'
import { type ServiceProcess, untilReady } from '../support/service-process.ts'
import { keysOf, letSingleKeysRest, runSingleKeys, sealWithSingleKey } from '../support/single-key.ts'
import { dropDatabase } from '../support/superuser.ts'
import { until } from '../support/until.ts'
import {
  casesOf,
  fewOf,
  type KillCase,
  killAt,
  oneOf,
  rehearse,
  startKillable,
  untilForgotten,
} from './killed.ts'

// Without jobs: the running service learns of new keys only when it needs them.
const server = startServer({ connections: 4, timers: createManualTimers() })
let owner: Client
let organizations: { id: string }[]
beforeAll(async () => {
  owner = await server.signIn('owner')
  organizations = [await givenOrganization(server), await givenOrganization(server)]
  for (const [index, { id }] of organizations.entries()) {
    expect((await owner.post(`/v1/organizations/${id}/wallets/create`)).status).toBe(201)
    expect((await upload(owner, { id }, 'charter', pdfOfSize(70_000 + index))).status).toBe(200)
  }
})

const env = () => ({
  DATABASE_URL: server.databaseUrl,
  KONTOR_DATA_DIR: server.dataDir,
  KONTOR_KEY_FILE: server.config.keyFile,
})
const newFolder = (name: string) => mkdtempSync(join(inject('runDir'), `${name}-`))

async function kontor(args: readonly string[], given: Record<string, string> = env()) {
  const { code, stdout, stderr } = await runCli([...args], given)
  expect([args, code, stdout + stderr]).toEqual([args, 0, expect.anything()])
  return stdout
}

/** What must hold whatever was killed: the chain of the log, and every secret. */
async function expectSound(): Promise<void> {
  expect((await verifyAudit(server.db)).problem).toBeNull()
  const { rows } = await sql`
    select (select count(*) from data_keys where root_id <> (select id from vault_root))
      + (select count(*) from vault_slots where root_id <> (select id from vault_root)) as mixed
  `.execute(server.db)
  expect(rows).toEqual([{ mixed: 0 }])
  await kontor(['wallets', 'verify'])
  // Nobody reads more than thirty secrets in an hour.
  const reader = await server.signIn('owner')
  for (const { id } of organizations) {
    expect((await reader.get(`/v1/organizations/${id}/wallets/mnemonic`)).status).toBe(200)
  }
}

async function open(directory: string) {
  const slotKeys = [parseSlotKey(readFileSync(server.config.keyFile)) as Buffer]
  return verifyBackup({ directory, slotKeys, onProgress: () => {} })
}

test.runIf(isFull)(
  'a backup that is killed at any step has its name only if it is whole, and the next one removes what it left',
  async () => {
    const folder = newFolder('backups')
    const cases = await rehearse(['backup', join(folder, 'rehearsal')], env())
    // In `npm test`: amid the tables, and before and after the backup has its name.
    const [amid] = cases.filter(({ step }) => step.startsWith('link')).slice(-1)
    const naming = cases.filter(({ step }) => step.startsWith('rename')).slice(-2)
    expect([amid?.moment, ...naming.map(({ moment }) => moment)]).toEqual(['after', 'before', 'after'])
    const whole = new Set(['rehearsal'])
    for (const [index, place] of scaled([amid as KillCase, ...naming], cases).entries()) {
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
    for (const place of oneOf(cases)) {
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

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  return rows.length === 0
}

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

test.each(
  chosen(1, [
    ['vault', 'rotate-root'],
    ['vault', 'rotate-key', '--all'],
  ]),
)('%s %s that is killed at any step leaves every secret readable, and is repeated', async (...args) => {
  const command = args.filter((word) => word !== undefined)
  const cases = await rehearse(command, env())
  for (const place of fewOf(cases)) {
    await killAt(command, env(), place)
    await untilForgotten(server.db)
    await expectSound()
    await kontor(command)
  }
  await expectSound()
})

test.runIf(isFull)(
  'the job that seals records of 1.1.0 with keys by purpose leaves every secret readable wherever it is killed, and goes on',
  async () => {
    const [first, second] = organizations as [{ id: string }, { id: string }]
    // Of the first one, records are sealed anew and the key is retired; that of the second one is verified and destroyed.
    const prepare = async () => {
      await sealWithSingleKey(server, second.id)
      await rewrap(server.db, server.service.vault, sealedColumns)
      await letSingleKeysRest(server)
      await sealWithSingleKey(server, first.id)
    }
    const isDone = async () => !(await keysOf(server, second.id)).includes(second.id)
    await prepare()
    const file = join(newFolder('steps'), 'steps')
    const rehearsal = await startKillable(env(), { file })
    await until('the key is destroyed', isDone)
    rehearsal.child.kill('SIGTERM')
    await rehearsal.ended
    const cases = casesOf(file).filter(({ step }) => /vault\/(single-keys|rewrap)\.ts/.test(step))
    // In `npm test`: amid the records, and before the key is destroyed.
    const amid = cases.filter(({ step }) => /^(update document_versions|delete from)/.test(step))
    expect(amid).toHaveLength(2)
    for (const place of scaled(amid, cases)) {
      await prepare()
      const service = await startKillable(env(), { place })
      expect([place, await service.ended]).toEqual([place, 'SIGKILL'])
      await expectSound()
    }
    await runSingleKeys(server)
    expect(await isDone()).toBe(true)
    await expectSound()
  },
)

// In `npm test`, test/upgrades/interrupted-migrations.test.ts kills one.
test.runIf(isFull)(
  'migrations that are killed at any step are applied or not, and the next start applies them',
  async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    const machine = async () => ({
      DATABASE_URL: await emptyDatabase(),
      KONTOR_DATA_DIR: newFolder('machine'),
    })
    const cases = await rehearse(['migrate'], await machine())
    for (const place of cases) {
      const here = await machine()
      const db = connect(here.DATABASE_URL, { max: 1, unlimited: true })
      try {
        await killAt(['migrate'], here, place)
        await untilForgotten(db)
        if (!(await isEmpty(db))) expect(await appliedTo(db)).toEqual(names)
        await kontor(['migrate'], here)
        expect(await appliedTo(db)).toEqual(names)
      } finally {
        await db.destroy()
        await dropDatabase(here.DATABASE_URL)
      }
    }
  },
)

async function appliedTo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test.runIf(isFull)(
  'an export of the audit log that is killed at any step leaves no file that looks whole',
  async () => {
    const folder = newFolder('exports')
    const command = (file: string) => ['audit', 'export', '--output', join(folder, file)]
    const cases = await rehearse(command('rehearsal'), env())
    for (const [index, place] of oneOf(cases).entries()) {
      const file = `killed-${index}.ndjson`
      await killAt(command(file), env(), place)
      await untilForgotten(server.db)
      if (existsSync(join(folder, file))) await expectWholeLog(join(folder, file))
      // The same name again.
      await kontor(command(file))
      await expectWholeLog(join(folder, file))
    }
    await kontor(command('next'))
    await expectWholeLog(join(folder, 'next'))
    expect(readdirSync(folder).filter((name) => name.startsWith('next'))).toEqual(['next'])
    await expectSound()
  },
)

/** Its last line is that of an export: each records itself before it reads. */
async function expectWholeLog(path: string): Promise<void> {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const { event, seq } = JSON.parse(lines.at(-1) as string)
  expect([event.action, lines.length]).toEqual(['audit.exported', seq])
}

test.runIf(isFull).each(['csv', 'xlsx'])(
  'a list as %s whose service is killed at any step is never taken for whole',
  async (format) => {
    const ask = async (service: ServiceProcess) => {
      const response = await fetch(`${service.url}/v1/exports/organizations?format=${format}`, {
        headers: { authorization: `Bearer ${owner.token}` },
      })
      return { status: response.status, content: Buffer.from(await response.arrayBuffer()) }
    }
    const file = join(newFolder('steps'), 'steps')
    const rehearsal = await startKillable(env(), { file })
    await untilReady(rehearsal)
    const whole = await ask(rehearsal)
    expect(whole.status).toBe(200)
    rehearsal.child.kill('SIGTERM')
    await rehearsal.ended
    // What else the service does has its own tests.
    const cases = casesOf(file).filter(({ step }) => /\/(exports|lists)\//.test(step))
    expect(cases.length).toBeGreaterThan(0)
    for (const place of oneOf(cases)) {
      const service = await startKillable(env(), { place })
      await untilReady(service)
      const sent = await ask(service).catch(() => undefined)
      // After the last byte, the file is whole.
      if (sent !== undefined) expect(sent).toEqual(whole)
      expect([place, await service.ended]).toEqual([place, 'SIGKILL'])
    }
    await expectSound()
  },
)
