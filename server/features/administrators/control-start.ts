import { sql } from 'kysely'
import { service } from '../../platform/actor.ts'
import { eachMatchingRow } from '../../platform/audit/audit-reader.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { AuditProofs } from '../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { findAdministratorStates } from './accounts/proven-audit.ts'
import { apiKeyState, controlState } from './accounts/proven-states.ts'

export type ControlStart = ReturnType<typeof createControlStart>

/**
 * Writes the event `control.started` once: the proven state of everybody and of every API key, from which the check of
 * the audit log replays later changes. Accounts of release 1.0.0 and the first owner, who is created before the vault is
 * open, have no proven event of their own.
 */
export function createControlStart({
  db: pool,
  now,
  vault,
  auditProofs,
}: {
  db: Db
  now: () => Date
  vault: Pick<Vault, 'state'>
  auditProofs: Pick<AuditProofs, 'prove' | 'check'>
}) {
  let isDone = false

  /** Somebody could insert an event without a proof, so that the proven one is never written. */
  async function isStarted(db: Db): Promise<boolean> {
    for await (const { event } of eachMatchingRow(db, { action: 'control.started' }))
      if ((await auditProofs.check(db, event)) === 'proven') return true
    return false
  }

  /**
   * Everything as it is until the commit: the locks keep out changes, so that none is between the state and the event.
   * Recovery codes are replaced only together with a change of their administrator.
   */
  async function lockedState(db: Db) {
    await sql`lock table administrators, administrator_lineage, api_keys in share mode`.execute(db)
    const apiKeys = await db.selectFrom('api_keys').selectAll().orderBy('id').execute()
    return controlState(
      [...(await findAdministratorStates(db))],
      apiKeys.map((row) => [row.id, apiKeyState(row)]),
    )
  }

  /** Of several nodes that start at the same time, one writes it. Does nothing while there is nobody. */
  async function ensure(): Promise<void> {
    if (await isStarted(pool)) return
    await pool.transaction().execute(async (db) => {
      // A second node waits here: this lock conflicts with itself, other than that of the tables.
      await sql`select pg_advisory_xact_lock(hashtext('control.started'))`.execute(db)
      if (await isStarted(db)) return
      const state = await lockedState(db)
      if (Object.keys(state.administrators).length === 0) return
      const told = { action: 'control.started' as const, object: null, at: now(), state }
      recordChange(db, service, await auditProofs.prove(db, service, told))
    })
  }

  /** Called at every start, when the first owner exists. While the vault is sealed, the job tries again. */
  async function start(): Promise<void> {
    if (isDone || vault.state() === 'sealed') return
    await ensure()
    isDone = true
  }

  const job: Job = { name: 'control-start', intervalMs: 5_000, run: start }

  return { start, job }
}
