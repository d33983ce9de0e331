import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type CheckpointStore,
  createCheckpointStore,
} from '../../server/features/audit/checkpoints/checkpoint-store.ts'
import { service } from '../../server/platform/actor.ts'
import { genesis, problemOf } from '../../server/platform/audit/audit-chain.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import { connect, type PooledDb } from '../../server/platform/db/database.ts'
import { createVault, type Vault } from '../../server/platform/vault/vault.ts'
import { cloneDatabase } from '../support/harness.ts'
import { fc, runs } from '../support/properties.ts'
import { createMemoryCheckpointStore } from './memory-checkpoint-store.ts'
import { plainStore } from './node-store.ts'

const at = new Date('2026-11-15T12:00:00Z')
const now = () => at
/** A store with the key of the installation, and how to append a row to its chain. */
type Given = { store: CheckpointStore; append: () => Promise<void> }

describe('in memory', () => {
  storeBehaves(() => {
    const memory = createMemoryCheckpointStore()
    return { store: plainStore(memory), append: async () => memory.append(at) }
  }, runs(50))
})

describe('in PostgreSQL', () => {
  let db: PooledDb
  let vault: Vault
  beforeAll(async () => {
    db = connect(await cloneDatabase(), { max: 4 })
    const keyFile = join(mkdtempSync(join(inject('runDir'), 'key-')), 'root.key')
    vault = createVault({ db, config: { keyFile, key: undefined }, log: pino({ level: 'silent' }) })
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
    expect(await store.transaction((store) => store.lockSignedHead())).toBeUndefined()
    await store.openKey(now)
    expect(await store.findSignedHead()).toEqual(genesis)
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

  test('the signed head is what the last transaction that committed has set', async () => {
    const link = fc.record({
      seq: fc.nat(1_000),
      hash: fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
    })
    const changes = fc.array(fc.record({ link, commits: fc.boolean() }), { minLength: 1, maxLength: 5 })
    const property = fc.asyncProperty(changes, async (changes) => {
      const { store } = given()
      await store.openKey(now)
      let expected = await store.findSignedHead()
      for (const { link, commits } of changes) {
        const undo = new Error('rolled back')
        const change = store.transaction(async (store) => {
          const locked = await store.lockSignedHead()
          expect(locked?.link).toEqual(expected)
          await store.updateSignedHead(locked?.keyId as string, link)
          expect(await store.findSignedHead()).toEqual(link)
          if (!commits) throw undo
        })
        if (commits) await change
        else await expect(change).rejects.toBe(undo)
        if (commits) expected = link
        expect(await store.findSignedHead()).toEqual(expected)
      }
    })
    await fc.assert(property, { numRuns })
  })

  test('a transaction waits for the signed head that another one has locked', async () => {
    const { store } = given()
    await store.openKey(now)
    const before = (await store.findSignedHead())?.seq ?? 0
    const raise = () =>
      store.transaction(async (store) => {
        const locked = await store.lockSignedHead()
        if (!locked) throw new Error('There is no key.')
        await store.updateSignedHead(locked.keyId, { ...locked.link, seq: locked.link.seq + 1 })
      })
    await Promise.all([raise(), raise(), raise()])
    expect((await store.findSignedHead())?.seq).toBe(before + 3)
  })
}
