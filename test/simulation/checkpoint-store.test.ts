import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type CheckpointStore,
  createCheckpointStore,
} from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import type { SignedHead } from '../../server/features/audit/checkpoints/signed-head.ts'
import { service } from '../../server/platform/actor.ts'
import { genesis, problemOf } from '../../server/platform/audit/audit-chain.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { createVault, type Vault } from '../../server/platform/vault/vault.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { fc, runs } from '../support/cases/properties.ts'
import { cloneDatabase } from '../support/service/harness.ts'
import { createMemoryCheckpointStore } from './memory-checkpoint-store.ts'

const at = new Date('2026-11-15T12:00:00Z')
const now = () => at
/** A store with the key of the installation, and how to append a row to its chain. */
type Given = { store: CheckpointStore; append: () => Promise<void> }

describe('in memory', () => {
  storeBehaves(() => {
    const memory = createMemoryCheckpointStore()
    return { store: memory.store, append: async () => memory.append(at) }
  }, runs(50))
})

describe('in PostgreSQL', () => {
  let db: PooledDb
  let vault: Vault
  beforeAll(async () => {
    db = connect(await cloneDatabase(), { max: 4 })
    const keyFile = join(mkdtempSync(join(inject('runDir'), 'key-')), 'root.key')
    vault = createVault({
      db,
      columns: sealedColumns,
      config: { keyFile, key: undefined },
      log: pino({ level: 'silent' }),
    })
    await vault.unlock()
  })
  afterAll(async () => {
    await vault.stop()
    await db.destroy()
  })
  const append = () =>
    appendAudit(db, [{ actor: service, action: 'organization.created', object: null, at }]).then(
      () => undefined,
    )
  storeBehaves(() => ({ store: createCheckpointStore(db, vault), append }), runs(10))
})

/** What a store of checkpoints must do, whatever it keeps its rows in. */
function storeBehaves(given: () => Given, numRuns: number): void {
  test('there is a signed head once there is a key', async () => {
    const { store } = given()
    expect(await store.findSignedHead()).toBeUndefined()
    await store.openKey(now)
    expect((await store.findSignedHead())?.link).toEqual(genesis)
  })

  test('the chain is read as it was written, in parts of any size', async () => {
    const small = fc.nat(6)
    const property = fc.asyncProperty(small, small, fc.nat(20), async (rows, after, limit) => {
      const { store, append } = given()
      for (let n = 0; n < rows; n += 1) await append()
      const head = await store.findAuditHead()
      const all = await store.findChainRows(0, head.seq, head.seq + 1)
      expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, n) => n + 1))
      for (const [n, row] of all.entries()) expect(problemOf(row, all[n - 1] ?? genesis)).toBeUndefined()
      expect(all.at(-1)?.hash ?? genesis.hash).toEqual(head.hash)
      expect(await store.findChainRows(after, head.seq, limit)).toEqual(all.slice(after, after + limit))
      expect(await store.findAuditRow(after + 1)).toEqual(all[after])
    })
    await fc.assert(property, { numRuns })
  })

  test('the signed head is what was last put in the place of the one that was there', async () => {
    const link = fc.record({
      seq: fc.nat(1_000),
      hash: fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    })
    const changes = fc.array(fc.record({ link, isLate: fc.boolean() }), { minLength: 1, maxLength: 5 })
    const property = fc.asyncProperty(changes, async (changes) => {
      const { store } = given()
      await store.openKey(now)
      const first = (await store.findSignedHead()) as SignedHead
      expect(await store.replaceSignedHead(first, first.link)).toBe(true)
      let expected = first.link
      for (const { link, isLate } of changes) {
        const found = isLate ? first : ((await store.findSignedHead()) as SignedHead)
        expect(await store.replaceSignedHead(found, link)).toBe(!isLate)
        if (!isLate) expected = link
        expect((await store.findSignedHead())?.link).toEqual(expected)
      }
    })
    await fc.assert(property, { numRuns })
  })

  test('of several at once that replace the same signed head, one does', async () => {
    const { store } = given()
    await store.openKey(now)
    const found = (await store.findSignedHead()) as SignedHead
    const next = { ...found.link, seq: found.link.seq + 1 }
    const done = await Promise.all([1, 2, 3].map(() => store.replaceSignedHead(found, next)))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect((await store.findSignedHead())?.link).toEqual(next)
  })
}
