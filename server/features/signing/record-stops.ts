import { service } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Db } from '../../platform/db/database.ts'
import { openScope, withinScope } from '../../platform/request-scope.ts'
import * as store from './signing-store.ts'

export const signingObject = { type: 'signing', id: 'signing' }

/**
 * Records the stops that wait for it, in the transaction of the caller, who has locked signing: in the row that nodes of
 * release 1.1.0 read, in the audit log and as an event. Stopping again changes nothing. Returns what is recorded then.
 */
export async function carryStops(db: Db): Promise<store.SigningState> {
  const before = await store.findRecordedState(db)
  const [first] = await store.takeStops(db)
  if (!first || before.stopped_at !== null) return before
  const { stopped_at, actor, reason } = first
  recordChange(
    db,
    { ...service, ...actor },
    {
      action: 'signing.stopped',
      object: signingObject,
      details: { reason },
      data: {},
      at: stopped_at,
    },
  )
  return store.updateSigningState(db, {
    stopped_at,
    stopped_by: actor.id,
    stopped_by_name: actor.name,
    reason,
  })
}

/** The same in a transaction of its own. Its event names who stopped, whoever does this for them. */
export async function recordStops(pool: Db): Promise<void> {
  if (!(await store.hasStops(pool))) return
  const scope = openScope(undefined)
  await withinScope(scope, () =>
    pool.transaction().execute(async (db) => {
      await store.lockSigning(db)
      const { stopped_by } = await store.findSigningState(db)
      scope.administratorId = stopped_by
      await carryStops(db)
    }),
  )
}
