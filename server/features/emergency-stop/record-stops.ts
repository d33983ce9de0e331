import { isId } from '../../../contract/api/common.ts'
import { service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ProvenRow } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import { openScope, withinScope } from '../../platform/request-scope.ts'
import * as store from './signing-store.ts'
import type { StoppingActor } from './signing-tables.ts'

export const signingObject = { type: 'signing', id: 'signing' }

/** Who stopped, as far as the row says it: somebody else may have written it. */
function named(actor: Partial<StoppingActor>): Partial<StoppingActor> {
  const isSomebody = (actor.kind === 'administrator' || actor.kind === 'api_key') && isId(String(actor.id))
  return isSomebody && typeof actor.name === 'string' ? actor : { name: String(actor.name ?? '?') }
}

export type RecordedStops = ReturnType<typeof createRecordedStops>

/** Records the stops that wait for it, and proves what is recorded. */
export function createRecordedStops(provenTables: Pick<ProvenTables, 'prove' | 'isKnown'>) {
  async function write(
    db: Db,
    state: store.SigningState,
    before: ProvenRow | undefined,
  ): Promise<store.SigningState> {
    const { stopped_at, stopped_by, stopped_by_name, reason } = state
    const row = { stopped_at, stopped_by, stopped_by_name, reason }
    const proven = provenTables.isKnown()
      ? await provenTables.prove(db, store.signingTable, { only_row: true, ...row }, { before })
      : { proof: null, proof_revision: (before?.proof_revision ?? 0) + 1 }
    await store.writeSigning(db, { ...row, ...proven })
    return row
  }

  /**
   * In the transaction of the caller, who has locked signing: in the row that nodes of release 1.1.0 read, in the audit log
   * and as an event. Stopping again changes nothing. While the vault is sealed, a stop is recorded without a proof; it has
   * one as soon as the vault is open. Returns what is recorded then.
   */
  async function carry(db: Db): Promise<store.SigningState> {
    const { recorded } = await store.findSigning(db)
    const [first] = await store.takeStops(db)
    if (recorded?.stopped_at) {
      if (recorded.proof !== null || !provenTables.isKnown()) return recorded
      recordChange(db, service, {
        action: 'signing.stop_proven',
        object: signingObject,
        at: recorded.stopped_at,
      })
      return write(db, recorded, recorded)
    }
    if (!first) return recorded ?? store.running
    const { stopped_at, reason } = first
    const actor = { ...service, ...named(first.actor) }
    recordChange(db, actor, {
      action: 'signing.stopped',
      object: signingObject,
      details: { reason },
      data: {},
      at: stopped_at,
    })
    const stopped = { stopped_at, stopped_by: actor.id, stopped_by_name: actor.name, reason }
    return write(db, stopped, recorded)
  }

  return {
    carry,
    write,

    /** The same in a transaction of its own. Its event names who stopped, whoever does this for them. */
    async record(pool: Db): Promise<void> {
      const { recorded, waiting } = await store.findSigning(pool)
      const lacksProof = recorded?.stopped_at && recorded.proof === null && provenTables.isKnown()
      if (!waiting && !lacksProof) return
      const scope = openScope(undefined)
      await withinScope(scope, () =>
        pool.transaction().execute(async (db) => {
          await store.lockSigning(db)
          const found = await store.findSigning(db)
          const stop = found.recorded?.stopped_at ? found.recorded : found.waiting
          scope.administratorId = stop?.stopped_by ?? null
          await carry(db)
        }),
      )
    },
  }
}
