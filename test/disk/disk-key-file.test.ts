import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFirstOwner } from '../../server/features/administrators/first-owner.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import { StartRefused } from '../../server/platform/errors.ts'
import { createDurableFiles } from '../../server/platform/files/durable-files.ts'
import { createVault, type Place, type Vault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { testRandom } from '../support/cases/seed.ts'
import {
  afterPowerFailure,
  arm,
  diskAfter,
  diskCases,
  emptyDisk,
  removeDisks,
} from '../support/disk/disk-cases.ts'
import type { FaultyDisk } from '../support/disk/faulty-disk.ts'
import { cloneDatabase } from '../support/service/harness.ts'

const database = {} as { db: Db }
const place: Place = { organizationId: null, table: 'wallet_seeds', record: 'r1', field: 'sealed_entropy' }

beforeAll(async () => {
  database.db = connect(await cloneDatabase(), { max: 4 })
})
afterAll(() => database.db.destroy())
beforeEach(newDatabase)

async function newDatabase(): Promise<void> {
  await sql`truncate vault_root, vault_slots, data_keys`.execute(database.db)
  await sql`delete from administrators`.execute(database.db)
}

/** Starts with the vault of this disk, and ends. */
async function withVaultOn<T>(disk: FaultyDisk, work: (vault: Vault) => Promise<T>): Promise<T> {
  const vault = createVault({
    db: database.db,
    columns: sealedColumns,
    config: { keyFile: join(disk.root, 'data', 'keys', 'root.key'), key: undefined },
    log: pino({ level: 'silent' }),
    files: createDurableFiles(disk.fileSystem),
  })
  try {
    return await work(vault)
  } finally {
    await vault.stop()
  }
}

async function sealOn(disk: FaultyDisk): Promise<Buffer> {
  return withVaultOn(disk, async (vault) => {
    expect(await vault.unlock()).toBe('open')
    return vault.seal(database.db, place, Buffer.from('secret'))
  })
}

async function expectOpens(disk: FaultyDisk, sealed: Buffer): Promise<void> {
  await withVaultOn(disk, async (vault) => {
    expect(await vault.unlock()).toBe('open')
    expect((await vault.open(database.db, place, sealed)).toString()).toBe('secret')
  })
}

test('a vault that was opened once opens after every fault, kill and power failure of its first start', async () => {
  const random = testRandom()
  const rehearsal = emptyDisk()
  await sealOn(rehearsal)
  for (const each of diskCases(rehearsal.calls, random, { quick: 6 })) {
    await newDatabase()
    const disk = emptyDisk()
    arm(disk, each)
    await withVaultOn(disk, async (vault) => {
      if ((await vault.unlock()) === 'sealed') {
        expect(vault.sealedBecause(), `${each.event} at call ${each.call}`).toBe('key_file_not_written')
      }
    })
    // Also if it was not opened: the next start opens it, with the key that is there or with a new one.
    const next = diskAfter(disk, each, random)
    const sealed = await sealOn(next)
    for (const kept of [undefined, random]) await expectOpens(afterPowerFailure(next, kept), sealed)
    removeDisks()
  }
})

const passwordFile = (disk: FaultyDisk) => join(disk.root, 'data', 'first-password')

function firstOwnerOn(disk: FaultyDisk) {
  return createFirstOwner({
    db: database.db,
    now: () => new Date(),
    log: pino({ level: 'silent' }),
    passwords: { hash: async (password) => `hash of ${password}` },
    dataDir: join(disk.root, 'data'),
    email: null,
    password: null,
    terminal: { write: () => {} },
    files: createDurableFiles(disk.fileSystem),
  })
}

/** The account without its password would be lost. */
async function expectPasswordOf(disk: FaultyDisk): Promise<void> {
  const { rows } = await sql<{ password_hash: string }>`select password_hash from administrators`.execute(
    database.db,
  )
  for (const { password_hash } of rows) {
    expect(existsSync(passwordFile(disk))).toBe(true)
    expect(`hash of ${readFileSync(passwordFile(disk), 'utf8')}`).toBe(`${password_hash}\n`)
  }
}

test('the password of the first owner is in its file after every fault, kill and power failure', async () => {
  const random = testRandom()
  const rehearsal = emptyDisk()
  await firstOwnerOn(rehearsal).ensure()
  for (const each of diskCases(rehearsal.calls, random, { quick: 6 })) {
    await newDatabase()
    const disk = emptyDisk()
    arm(disk, each)
    await firstOwnerOn(disk)
      .ensure()
      .catch((error) => {
        expect(error).toBeInstanceOf(StartRefused)
        expect(error.message).toMatch(/^The data directory .* (is on a full disk|cannot be used \(EIO\)): /)
      })
    const next = diskAfter(disk, each, random)
    await expectPasswordOf(next)
    await firstOwnerOn(next).ensure()
    expect(await database.db.selectFrom('administrators').select('id').execute()).toHaveLength(1)
    for (const kept of [undefined, random]) await expectPasswordOf(afterPowerFailure(next, kept))
    removeDisks()
  }
})
