import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { newSlotKey, slotIdOf, writeKeyFile } from '../../server/platform/vault/slot-key.ts'
import { createVault, type Place, type Vault } from '../../server/platform/vault/vault.ts'
import { lockFirstStart } from '../../server/platform/vault/vault-store.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { whileLocked } from '../support/database/locks.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { createManualTimers } from '../support/service/manual-timers.ts'

const database = {} as { db: Db }
const place: Place = { organizationId: 'org-1', table: 'wallet_seeds', record: 'r1', field: 'sealed_entropy' }
let directory: string
let lines: string[]
let vaults: Vault[]

beforeAll(async () => {
  database.db = connect(await cloneDatabase(), { max: 30 })
})
afterAll(() => database.db.destroy())

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kontor-vault-'))
  lines = []
  vaults = []
  await sql`truncate vault_root, vault_slots, data_keys`.execute(database.db)
})

afterEach(async () => {
  for (const vault of vaults) await vault.stop()
  await rm(directory, { recursive: true })
})

function vaultOf({ keyFile = join(directory, 'root.key'), key = undefined as string | undefined } = {}) {
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const vault = createVault({ db: database.db, columns: sealedColumns, config: { keyFile, key }, log })
  vaults.push(vault)
  return vault
}

async function openVault(options?: Parameters<typeof vaultOf>[0]) {
  const vault = vaultOf(options)
  expect(await vault.unlock()).toBe('open')
  return vault
}

function keyRows() {
  return sql`
    select (select json_agg(r) from vault_root r) as root, (select json_agg(s order by id) from vault_slots s) as slots,
           (select json_agg(k order by id) from data_keys k) as keys
  `.execute(database.db)
}

/** The references keep a root row from being lost; returns what restores them. */
async function withoutRootReferences(): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where confrelid = 'vault_root'::regclass
  `.execute(database.db)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(database.db)
  }
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  )
}

test('the first start creates a private key file, one slot and one root key', async () => {
  const vault = await openVault()

  const file = join(directory, 'root.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['root.key'])
  const slotKey = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  const slots = await database.db.selectFrom('vault_slots').select(['id', 'kind']).execute()
  expect(slots).toEqual([{ id: slotIdOf(slotKey), kind: 'file' }])
  expect(vault.sealedBecause()).toBeUndefined()
})

test('a key file that others can read causes a warning and still works', async () => {
  await openVault()
  expect(lines.join('')).not.toContain('Other users')
  await chmod(join(directory, 'root.key'), 0o644)
  await openVault()
  expect(lines.join('')).toContain('Other users of this machine can read the key file')
})

test('records are readable after a restart', async () => {
  const sealed = await (await openVault()).seal(database.db, place, Buffer.from('secret'))

  const next = await openVault()
  expect((await next.open(database.db, place, sealed)).toString()).toBe('secret')
})

test('a key file of a start that failed before its commit is used, not overwritten', async () => {
  const file = join(directory, 'root.key')
  await writeKeyFile(file, newSlotKey())
  const before = await readFile(file)

  await openVault()

  expect(await readFile(file)).toEqual(before)
  await expect(writeKeyFile(file, newSlotKey())).rejects.toThrow('EEXIST')
  expect(await readFile(file)).toEqual(before)
})

test('a key in the environment creates the first slot and no file', async () => {
  const key = newSlotKey().toString('hex')
  await openVault({ key })
  expect(await readdir(directory)).toEqual([])
  expect(await database.db.selectFrom('vault_slots').select('kind').execute()).toEqual([{ kind: 'env' }])
})

test('ten nodes that start at the same time share one root key', async () => {
  const nodes = Array.from({ length: 10 }, () => vaultOf())
  const unlocked = await whileLocked(database.db, lockFirstStart, () => nodes.map((node) => node.unlock()))
  expect(new Set(unlocked)).toEqual(new Set(['open']))

  expect(await database.db.selectFrom('vault_slots').selectAll().execute()).toHaveLength(1)
  const sealed = await Promise.all(nodes.map((node) => node.seal(database.db, place, Buffer.from('x'))))
  expect(await database.db.selectFrom('data_keys').selectAll().execute()).toHaveLength(1)
  const last = nodes[9] as Vault
  for (const record of sealed) expect((await last.open(database.db, place, record)).toString()).toBe('x')
})

test.each([
  ['another key', 'key_wrong', async (file: string) => writeFile(file, newSlotKey().toString('hex'))],
  ['no key', 'key_missing', async (file: string) => rm(file)],
  ['an empty file', 'key_unreadable', async (file: string) => writeFile(file, '')],
  ['half a key', 'key_unreadable', async (file: string) => writeFile(file, 'abcd')],
])('with %s it is sealed (%s), and no row changes', async (_name, reason, spoil) => {
  await (await openVault()).seal(database.db, place, Buffer.from('secret'))
  const before = await keyRows()
  await spoil(join(directory, 'root.key'))

  const vault = vaultOf()
  expect(await vault.unlock()).toBe('sealed')

  expect(vault.sealedBecause()).toBe(reason)
  for (const attempt of [
    vault.seal(database.db, place, Buffer.from('secret')),
    vault.open(database.db, place, Buffer.alloc(64)),
    vault.dataKey(database.db, 'system'),
  ]) {
    await expect(attempt).rejects.toMatchObject({ kind: 'unavailable', code: 'vault_sealed' })
  }
  expect(await keyRows()).toEqual(before)
})

test('no root key is created while there are data keys', async () => {
  await (await openVault()).seal(database.db, place, Buffer.from('secret'))
  const definitions = await withoutRootReferences()
  await sql`truncate vault_root`.execute(database.db)
  const before = await keyRows()
  await rm(join(directory, 'root.key'))

  const vault = vaultOf()

  expect(await vault.unlock()).toBe('sealed')
  expect(vault.sealedBecause()).toBe('root_missing')
  expect(await keyRows()).toEqual(before)
  expect(await readdir(directory)).toEqual([])
  await sql`truncate vault_root, vault_slots, data_keys`.execute(database.db)
  for (const definition of definitions) await sql.raw(definition).execute(database.db)
})

test('the vault stays sealed if the canary belongs to another root key', async () => {
  await openVault()
  await sql`update vault_root set canary = set_byte(canary, 20, get_byte(canary, 20) # 1)`.execute(
    database.db,
  )
  const vault = vaultOf()
  expect(await vault.unlock()).toBe('sealed')
  expect(vault.sealedBecause()).toBe('key_wrong')
})

test('if the key file cannot be written, the vault stays sealed and nothing is committed', async () => {
  await writeFile(join(directory, 'taken'), '')
  const vault = vaultOf({ keyFile: join(directory, 'taken', 'root.key') })
  expect(await vault.unlock()).toBe('sealed')
  expect(vault.sealedBecause()).toBe('key_file_not_written')
  expect((await keyRows()).rows).toEqual([{ root: null, slots: null, keys: null }])
})

test('a restored key file opens the vault of a running service', async () => {
  await openVault()
  const file = join(directory, 'root.key')
  await rename(file, `${file}.away`)
  const vault = vaultOf()
  expect(await vault.unlock()).toBe('sealed')
  const timers = createManualTimers()
  const jobs = createJobs({ log: pino({ level: 'silent' }), now: timers.now, timers })
  const retry = jobs.every(vault.job)
  jobs.start()
  timers.advance(5_000)
  await retry.idle()
  expect(vault.state()).toBe('sealed')

  await rename(`${file}.away`, file)
  timers.advance(5_000)
  await retry.idle()

  expect(vault.state()).toBe('open')
  await jobs.stop()
})

test('the key in the environment is tried first, then the key file', async () => {
  await openVault()
  const vault = await openVault({ key: newSlotKey().toString('hex') })
  expect(vault.state()).toBe('open')
})

test('a record that was moved to another organization, row, field or table, or changed, cannot be opened', async () => {
  const vault = await openVault()
  const sealed = await vault.seal(database.db, place, Buffer.from('secret'))
  await vault.seal(database.db, { ...place, organizationId: 'org-2' }, Buffer.from('other'))
  const flipped = Buffer.from(sealed)
  flipped[20] = (flipped[20] ?? 0) ^ 1
  const otherVersion = Buffer.from(sealed)
  otherVersion.writeUInt32BE(2, 1)

  for (const [where, what] of [
    [{ ...place, organizationId: 'org-2' }, sealed],
    [{ ...place, organizationId: null }, sealed],
    [{ ...place, record: 'r2' }, sealed],
    [{ ...place, field: 'other' }, sealed],
    [{ ...place, table: 'other' }, sealed],
    [place, flipped],
    [place, otherVersion],
    [place, sealed.subarray(0, sealed.length - 12)],
    [place, Buffer.alloc(0)],
  ] as const) {
    const failure = await vault.open(database.db, where, what).catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toHaveProperty('kind')
  }
  expect(lines.filter((line) => line.includes('"alert":"vault_unreadable"'))).toHaveLength(9)
  expect(lines.join('')).not.toContain('secret"')
})

test('a wrapped data key that was moved to another organization cannot be opened', async () => {
  const vault = await openVault()
  const sealed = await vault.seal(database.db, place, Buffer.from('secret'))
  const other = { ...place, organizationId: 'org-2' }
  await vault.seal(database.db, other, Buffer.from('other'))
  await sql`
    update data_keys set wrapped_key = (select wrapped_key from data_keys where scope = 'org-1/wallets')
    where scope = 'org-2/wallets'
  `.execute(database.db)

  const next = await openVault()
  await expect(next.open(database.db, other, sealed)).rejects.toThrow('cannot be opened')
})

test('a data key whose row was moved to another organization cannot be opened, although it is cached', async () => {
  const vault = await openVault()
  await vault.seal(database.db, place, Buffer.from('secret'))
  await sql`update data_keys set scope = 'org-2/wallets' where scope = 'org-1/wallets'`.execute(database.db)
  const seal = vault.seal(database.db, { ...place, organizationId: 'org-2' }, Buffer.from('other'))
  await expect(seal).rejects.toThrow('cannot be opened')
})

test('a data key of a rolled-back transaction is not used afterwards', async () => {
  const vault = await openVault()
  await database.db
    .transaction()
    .execute(async (db) => {
      await vault.seal(db, place, Buffer.from('lost'))
      throw new Error('roll back')
    })
    .catch(() => {})
  expect(await database.db.selectFrom('data_keys').selectAll().execute()).toEqual([])

  const sealed = await vault.seal(database.db, place, Buffer.from('kept'))
  expect((await (await openVault()).open(database.db, place, sealed)).toString()).toBe('kept')
})

test('twenty concurrent first seals create one data key', async () => {
  const vault = await openVault()
  const sealed = await whileLocked(
    database.db,
    (db) => sql`lock table data_keys in exclusive mode`.execute(db),
    () =>
      Array.from({ length: 20 }, () =>
        database.db.transaction().execute((db) => vault.seal(db, place, randomBytes(16))),
      ),
  )
  expect(await database.db.selectFrom('data_keys').selectAll().execute()).toHaveLength(1)
  for (const record of sealed) expect(await vault.open(database.db, place, record)).toHaveLength(16)
})

test('a caller may zero its copy of a data key', async () => {
  const vault = await openVault()
  const first = await vault.dataKey(database.db, 'system')
  const copy = Buffer.from(first.key)
  first.key.fill(0)
  expect((await vault.dataKey(database.db, 'system', first.version)).key).toEqual(copy)
  await expect(vault.dataKey(database.db, 'system', 7)).rejects.toThrow('no data key')
})

test('after stop() nothing can be sealed or opened', async () => {
  const vault = await openVault()
  await vault.stop()
  await expect(vault.seal(database.db, place, Buffer.from('x'))).rejects.toMatchObject({
    code: 'vault_sealed',
  })
})

test('neither the key file nor a row contains the root key or a data key in plaintext', async () => {
  const vault = await openVault()
  const { key } = await vault.dataKey(database.db, 'org-1/wallets')
  const { rows } = await sql<{ dump: string }>`
    select string_agg(t::text, '') as dump from (select r::text from vault_root r union all
      select s::text from vault_slots s union all select k::text from data_keys k) t
  `.execute(database.db)
  const slotKey = (await readFile(join(directory, 'root.key'), 'utf8')).trim()
  for (const secret of [key.toString('hex'), slotKey]) {
    expect(rows[0]?.dump).not.toContain(secret)
    expect(lines.join('')).not.toContain(secret)
  }
})
