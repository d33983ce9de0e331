import type { Network } from '../../../contract/networks.ts'
import type { SigningResponse, StopSigningBody } from '../../../contract/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { signingNotStopped } from './signing-failures.ts'
import * as store from './signing-store.ts'

export type SigningService = ReturnType<typeof createSigningService>

const object = { type: 'signing', id: 'signing' }
const running: store.SigningState = {
  stopped_at: null,
  stopped_by: null,
  stopped_by_name: null,
  reason: null,
}

export function createSigningService({
  db: pool,
  now,
  authorization,
  isEnabled,
  nodes,
}: {
  db: Db
  now: () => Date
  authorization: Pick<Authorization, 'permit' | 'markStale'>
  isEnabled: boolean
  nodes: readonly Network[]
}) {
  function toResponse({ stopped_at, stopped_by_name, reason }: store.SigningState): SigningResponse {
    return {
      is_enabled: isEnabled,
      is_stopped: stopped_at !== null,
      stopped_at: stopped_at?.toISOString() ?? null,
      stopped_by: stopped_by_name,
      reason,
      nodes: [...nodes],
    }
  }

  return {
    async read(): Promise<SigningResponse> {
      return toResponse(await store.findSigningState(pool))
    },

    /** At once: nobody approves it, and nothing but the database is needed for it. */
    stop({ reason }: StopSigningBody, actor: Actor): Promise<SigningResponse> {
      return pool.transaction().execute(async (db) => {
        await store.lockSigning(db)
        const before = await store.findSigningState(db)
        if (before.stopped_at !== null) return toResponse(before)
        const at = now()
        const stopped = await store.updateSigningState(db, {
          stopped_at: at,
          stopped_by: actor.id,
          stopped_by_name: actor.name,
          reason: reason ?? null,
        })
        recordChange(db, actor, {
          action: 'signing.stopped',
          object,
          details: { reason: reason ?? null },
          data: {},
          at,
        })
        return toResponse(stopped)
      })
    },

    start(actor: Actor): Promise<SigningResponse> {
      return pool.transaction().execute(async (db) => {
        await store.lockSigning(db)
        const { stopped_at, stopped_by_name, reason } = await store.findSigningState(db)
        if (stopped_at === null) throw signingNotStopped()
        // What is approved is the end of this stop: an approval that was left from an earlier one does not fit.
        const content = { stopped_at: stopped_at.toISOString(), stopped_by: stopped_by_name, reason }
        const intended = { act: 'signing.start', subject: object, content } as const
        const permit = await authorization.permit(db, actor, intended)
        const at = now()
        const started = await store.updateSigningState(db, running)
        recordChange(db, permit, { action: 'signing.started', object, details: content, data: {}, at })
        await authorization.markStale(db, 'signing.start', object)
        return toResponse(started)
      })
    },
  }
}
