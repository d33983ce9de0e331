import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { provenEntries } from '../../server/features/address-book/entry-proofs.ts'
import { service } from '../../server/platform/actor.ts'
import { noteRevision, recordChange } from '../../server/platform/audit/change.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { createProofRenewal } from '../../server/platform/proofs/proof-renewal.ts'
import { madeWithOther } from '../../server/platform/proofs/proof-version.ts'
import { createProofs } from '../../server/platform/proofs/proofs.ts'
import { fieldsOf } from '../../server/platform/proofs/proven-table.ts'
import { findProvenRow } from '../../server/platform/proofs/proven-table-rows.ts'
import { keyedHash } from '../../server/platform/vault/keyed-hash.ts'
import { provenColumns, provenTables } from '../../server/proven-tables.ts'
import { isFull } from '../support/cases/scale.ts'
import { givenPayer, newTransfer, transfersOn } from '../support/given/given-transfer.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditRows } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { recordSignIn } from '../support/service/signed-in.ts'
import { expectUnproven, verifyRows } from '../support/service/verify-rows.ts'

const server = startServer({ connections: 4, env: transfersOn })
type Payer = Awaited<ReturnType<typeof givenPayer>>
let payer: Payer
const hour = 3_600_000

beforeAll(async () => {
  payer = await givenPayer(server)
  expect((await pay()).status).toBe(201)
  // A release, so that its sign-in, decision and votes are followed across the rotation.
  await recordSignIn(server, payer.owner.sessionId as string)
  expect((await payer.owner.get(`/v1/organizations/${payer.id}/wallets/mnemonic`)).status).toBe(200)
})

function pay() {
  return payer.owner.post('/v1/transfers', newTransfer(payer))
}

function kontor(...args: string[]) {
  return runCli(args, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })
}

/** One run of the job, this long after now. */
async function renew({ later = 0, db = server.db }: { later?: number; db?: Db } = {}): Promise<void> {
  const { proofs, provenTables: rows, register, vault } = server.service
  await register.demandCurrent()
  const renewal = createProofRenewal({
    db,
    now: () => new Date(Date.now() + later),
    log: pino({ level: 'silent' }),
    vault,
    proofs,
    auditProofs: createAuditProofs({ vault }),
    provenTables: rows,
    register,
    tables: provenTables,
    columns: provenColumns,
  })
  await renewal.job.run(new AbortController().signal)
  await register.demandCurrent()
}

/** Proofs in all tables that were made with another version of the key. */
async function outdated(version: number): Promise<string[]> {
  const places = [
    ...provenTables.map(({ table }) => ({ table, column: 'proof' })),
    ...provenColumns.map(({ table, column }) => ({ table, column })),
  ]
  const found: string[] = []
  for (const { table, column } of places) {
    const where = madeWithOther(version, column)
    const { rows } = await sql`select from ${sql.table(table)} where ${where} limit 1`.execute(server.db)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

async function activeVersion(): Promise<number> {
  const { version, key } = await server.service.vault.dataKey(server.db, 'proofs')
  key.fill(0)
  return version
}

async function renewals() {
  return (await auditRows(server)).filter(({ action }) => action === 'proofs.renewed')
}

describe('after the root key was rotated', () => {
  /** What somebody has who saw the root key before, and has a backup. */
  let stolen: { proofs: Buffer; system: Buffer }
  beforeAll(async () => {
    const { vault } = server.service
    stolen = {
      proofs: (await vault.dataKey(server.db, 'proofs', 1)).key,
      system: (await vault.dataKey(server.db, 'system', 1)).key,
    }
    expect(await kontor('vault', 'rotate-root')).toMatchObject({ code: 0 })
    await vault.job.run(new AbortController().signal)
  })
  const withOldKey = () =>
    createProofs({
      vault: { state: () => 'open', dataKey: async () => ({ version: 1, key: Buffer.from(stolen.proofs) }) },
    })

  test('all rows are proven with the new key, while everything goes on', async () => {
    expect(await activeVersion()).toBe(2)
    expect(await outdated(2)).toEqual(
      expect.arrayContaining(['administrators.proof', 'sessions.proof', 'transfers.proof', 'wallets.proof']),
    )
    expect((await pay()).status).toBe(201)
    await renew()
    expect(await outdated(2)).toEqual([])
    // A transaction of before may still prove something with the key of before.
    expect(await renewals()).toEqual([])
    expect((await pay()).status).toBe(201)
    await renew({ later: hour })
    expect(await renewals()).toMatchObject([
      {
        actor_kind: 'service',
        state: { versions: { proofs: 2, system: 2 } },
        proof: { key: 2 },
        revisions: [{ kind: 'proof_key', id: 'proofs', revision: 2 }],
      },
    ])
    await renew({ later: 2 * hour })
    expect(await renewals()).toHaveLength(1)
    expect((await pay()).status).toBe(201)
    expect(await verifyRows(server)).toMatchObject({ code: 0 })
    expect((await kontor('vault', 'rewrap')).code).toBe(0)
  })

  test('a row that is proven with the key of before is not relied on', async () => {
    const { id } = payer.entry
    const row = (await findProvenRow(server.db, provenEntries, id)) as NonNullable<
      Awaited<ReturnType<typeof findProvenRow>>
    >
    const forged = { ...row, label: 'Other', proof_revision: row.proof_revision + 1 }
    const fields = await fieldsOf(server.db, provenEntries, forged)
    const proof = await withOldKey().prove(server.db, 'address_book_entry', fields)
    const set = (change: { label: string; proof: Buffer | null; proof_revision: number }) =>
      server.db.updateTable('address_book_entries').set(change).where('id', '=', id).execute()
    await set({ label: 'Other', proof, proof_revision: forged.proof_revision })
    expectUnproven(await pay(), 'address_book_entry', id)
    const { code, stdout } = await verifyRows(server)
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`${id} was changed, or is not of the service`),
    ])
    expect((await kontor('proofs', 'show')).stdout).toContain(`address_book_entry ${id}`)
    await set({ label: String(row.label), proof: row.proof, proof_revision: row.proof_revision })
    expect((await pay()).status).toBe(201)
  })

  test('a revision and an event that are proven with the keys of before do not count', async () => {
    const { id } = payer.entry
    const old = createAuditProofs({
      vault: {
        requireOpen() {},
        hash: async (_db, label, message) => ({
          keyVersion: 1,
          hash: keyedHash(stolen.system, label, message),
        }),
      },
    })
    await server.db.transaction().execute(async (db) => {
      noteRevision(
        db,
        await withOldKey().tagged(db, { kind: 'address_book_entry', id, revision: 1_000, gone: true }),
      )
      const told = { action: 'proofs.started' as const, object: null, at: new Date(), state: { kinds: [] } }
      recordChange(db, service, await old.prove(db, service, told))
    })
    await server.service.register.demandCurrent()
    expect((await pay()).status).toBe(201)
    const { code, stdout } = await verifyRows(server)
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/Row \d+ \(proofs.started\) is forged: its proof is not of the service/),
    ])
  })
})

test('a renewal that is killed at any step loses nothing, and the next one goes on', async () => {
  expect(await kontor('vault', 'rotate-key', '--all')).toMatchObject({ code: 0 })
  const version = await activeVersion()
  expect(await outdated(version)).not.toEqual([])
  let steps = 0
  for (let isKilled = true; isKilled; steps++) {
    let left = steps
    const db = new Proxy(server.db, {
      get(target, name) {
        if (name === 'transaction' && left-- <= 0) throw new Error('killed')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    isKilled = await renew({ db, later: hour }).then(
      () => false,
      (error: Error) => {
        if (error.message !== 'killed') throw error
        return true
      },
    )
    if (isFull || steps % 8 === 0) expect([steps, (await pay()).status]).toEqual([steps, 201])
  }
  expect(steps).toBeGreaterThan(provenTables.length)
  expect(await outdated(version)).toEqual([])
  await renew({ later: hour })
  expect((await renewals()).at(-1)).toMatchObject({ state: { versions: { proofs: version } } })
  expect((await pay()).status).toBe(201)
})
