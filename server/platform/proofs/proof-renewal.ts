import { sql } from 'kysely'
import type { Logger } from 'pino'
import { service } from '../actor.ts'
import { noteRevision, recordChange } from '../audit/change.ts'
import type { AuditProofs } from '../audit-proofs/audit-proofs.ts'
import { findRenewedVersion, renewed } from '../audit-proofs/renewed.ts'
import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'
import { proofScope, systemScope } from '../vault/purposes.ts'
import type { Vault } from '../vault/vault.ts'
import { madeWithOther } from './proof-version.ts'
import type { Proofs } from './proofs.ts'
import type { ProvenColumn } from './proven-column.ts'
import type { ProvenTable } from './proven-table.ts'
import type { KnownRevisions, ProvenTables } from './row-proofs.ts'

/** Longer than any transaction that may still prove something with the key of before. */
const restMs = 10 * 60_000
const batch = 500

/**
 * After the key of proofs was rotated, with the root key or alone, proves all rows with the new one. Each proof of before is
 * checked first. Then the proven event `proofs.renewed` says that the version of before counts no more, and each node
 * remembers it. The rows show what is left to be done, so a run may be killed anywhere and nodes may run at once.
 */
export function createProofRenewal({
  db: pool,
  now,
  log,
  vault,
  proofs,
  auditProofs,
  provenTables,
  register,
  tables,
  columns,
}: {
  db: Db
  now: () => Date
  log: Logger
  vault: Pick<Vault, 'keyVersions'>
  proofs: Pick<Proofs, 'isKnown' | 'isRight' | 'proveEach' | 'tagged'>
  auditProofs: Pick<AuditProofs, 'prove' | 'check'>
  provenTables: Pick<ProvenTables, 'renewAll'>
  register: KnownRevisions
  tables: readonly ProvenTable[]
  columns: readonly ProvenColumn[]
}) {
  async function run(stopping: AbortSignal): Promise<void> {
    if (!proofs.isKnown()) return
    const [active] = await vault.keyVersions(pool, proofScope)
    // The first version has nothing before it.
    if (!active || active.version === 1 || isRenewed(active.version)) return
    const work = { version: active.version, stopping }
    let count = 0
    for (const table of tables) count += await provenTables.renewAll(pool, table, work)
    for (const column of columns) count += await renewColumn(column, work)
    if (count > 0) log.info({ rows: count, version: active.version }, 'Rows were proven with the new key.')
    const isRested = active.created_at.getTime() <= now().getTime() - restMs
    if (count === 0 && isRested && !stopping.aborted)
      await pool.transaction().execute((db) => record(db, active.version))
  }

  function isRenewed(version: number): boolean {
    return (register.last('proof_key', proofScope) ?? 0) >= version
  }

  async function renewColumn(
    { kind, table, key, column, fieldsOf }: ProvenColumn,
    { version, stopping }: { version: number; stopping: AbortSignal },
  ): Promise<number> {
    const keys = sql.join(key.map((name) => sql.ref(name)))
    let count = 0
    let last: Row | undefined
    do {
      const after = last ? sql`and (${keys}) > (${sql.join(key.map((name) => last?.[name]))})` : sql``
      last = await pool.transaction().execute(async (db) => {
        const { rows } = await sql<Row>`
          select * from ${sql.table(table)} where ${madeWithOther(version, column)} ${after}
          order by ${keys} limit ${sql.lit(batch)} for update`.execute(db)
        for (const row of rows) {
          const fields = fieldsOf(row)
          if (!(await proofs.isRight(db, kind, fields, row[column] as Buffer))) continue
          const [proof] = await proofs.proveEach(db, kind, [fields])
          const isRow = sql.join(
            key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
            sql` and `,
          )
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${proof} where ${isRow}`.execute(db)
          count += 1
        }
        return rows.at(-1)
      })
    } while (last && !stopping.aborted)
    return count
  }

  /** Of several nodes, one does it. */
  async function record(db: Db, version: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext(${renewed}))`.execute(db)
    if ((await findRenewedVersion(db, auditProofs)) >= version) return
    const before = new Date(now().getTime() - restMs)
    const system = (await vault.keyVersions(db, systemScope)).find(({ created_at }) => created_at <= before)
    noteRevision(db, await proofs.tagged(db, { kind: 'proof_key', id: proofScope, revision: version }))
    const state = { versions: { proofs: version, system: system?.version ?? 0 } }
    const told = { action: renewed, object: null, at: now(), state } as const
    recordChange(db, service, await auditProofs.prove(db, service, told))
    log.info({ version }, 'All rows are proven with the new key: the key of before proves nothing any more.')
  }

  const job: Job = { name: 'proof-renewal', intervalMs: 60_000, jitter: 0.5, runAtStart: true, run }
  return { job }
}

type Row = Record<string, unknown>
