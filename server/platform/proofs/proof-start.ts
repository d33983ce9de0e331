import { sql } from 'kysely'
import { service } from '../actor.ts'
import { eachMatchingRow } from '../audit/audit-reader.ts'
import { noteRevision, recordChange } from '../audit/change.ts'
import type { AuditProofs } from '../audit-proofs/audit-proofs.ts'
import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Proofs } from './proofs.ts'
import type { ProvenTable } from './proven-table.ts'
import type { KnownRevisions, ProvenTables } from './row-proofs.ts'

/**
 * Proves the rows of earlier releases, and the first owner, who is created before the vault is open: once for each table,
 * which the proven event `proofs.started` says. Afterwards a row without a proof does not count.
 */
export function createProofStart({
  db: pool,
  now,
  proofs,
  auditProofs,
  provenTables,
  register,
  tables,
}: {
  db: Db
  now: () => Date
  proofs: Pick<Proofs, 'isKnown' | 'tagged'>
  auditProofs: Pick<AuditProofs, 'prove' | 'check'>
  provenTables: Pick<ProvenTables, 'proveAll'>
  register: KnownRevisions
  tables: readonly ProvenTable[]
}) {
  let isDone = false

  async function notStarted(db: Db): Promise<ProvenTable[]> {
    const started = new Set<string>()
    for await (const { event } of eachMatchingRow(db, { action: 'proofs.started' })) {
      if ((await auditProofs.check(db, event)) !== 'proven') continue
      for (const kind of JSON.parse(event).state.kinds) started.add(kind)
    }
    // Who removes the event does not get back to the time before it.
    return tables.filter(({ kind }) => !started.has(kind) && register.last('proof_start', kind) === undefined)
  }

  /** Of several nodes that start at the same time, one does it. In the caller's transaction, if it is called in one. */
  async function ensure(db = pool): Promise<void> {
    const due = await notStarted(db)
    if (due.length === 0) return
    for (const table of due) await provenTables.proveAll(db, table)
    await (db.isTransaction ? record(db) : db.transaction().execute(record))
  }

  async function record(db: Db): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('proofs.started'))`.execute(db)
    const kinds = (await notStarted(db)).map(({ kind }) => kind)
    if (kinds.length === 0) return
    for (const id of kinds)
      noteRevision(db, await proofs.tagged(db, { kind: 'proof_start', id, revision: 1 }))
    const told = { action: 'proofs.started' as const, object: null, at: now(), state: { kinds } }
    recordChange(db, service, await auditProofs.prove(db, service, told))
  }

  /** Called at every start, before anybody is served. While the vault is sealed, the job tries again. */
  async function start(): Promise<void> {
    if (isDone || !proofs.isKnown()) return
    await ensure()
    isDone = true
  }

  const job: Job = { name: 'proof-start', intervalMs: 5_000, run: start }

  return { start, job, ensure }
}
