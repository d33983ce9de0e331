import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '../../../contract/networks.ts'
import type { SigningResponse, StopSigningBody } from '../../../contract/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import type { JobHandle } from '../../platform/jobs/jobs.ts'
import { carryStops, signingObject as object } from './record-stops.ts'
import { signingNotStopped } from './signing-failures.ts'
import * as store from './signing-store.ts'

export type SigningService = ReturnType<typeof createSigningService>

/** How long a stop waits until it is in the audit log. It counts already, and is recorded later if this takes longer. */
const recordedWithinMs = 500

export function createSigningService({
  db: pool,
  now,
  authorization,
  isEnabled,
  nodes,
  recording,
}: {
  db: Db
  now: () => Date
  authorization: Pick<Authorization, 'permit' | 'markStale'>
  isEnabled: boolean
  nodes: readonly Network[]
  /** Records the stops. */
  recording: JobHandle
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

    /** At once: nobody approves it, it waits for no lock, and nothing but the database is needed for it. */
    async stop({ reason }: StopSigningBody, actor: Actor): Promise<SigningResponse> {
      await store.insertStop(pool, { at: now(), actor, reason: reason ?? null })
      recording.wake()
      await Promise.race([recording.idle(), wait(recordedWithinMs)])
      return toResponse(await store.findSigningState(pool))
    },

    start(actor: Actor): Promise<SigningResponse> {
      return pool.transaction().execute(async (db) => {
        await store.lockSigning(db)
        // Whoever stops from here on stops what is started here.
        const { stopped_at, stopped_by_name, reason } = await carryStops(db)
        if (stopped_at === null) throw signingNotStopped()
        // What is approved is the end of this stop: an approval that was left from an earlier one does not fit.
        const content = { stopped_at: stopped_at.toISOString(), stopped_by: stopped_by_name, reason }
        const intended = { act: 'signing.start', subject: object, content } as const
        const permit = await authorization.permit(db, actor, intended)
        const at = now()
        const started = await store.updateSigningState(db, store.running)
        recordChange(db, permit, { action: 'signing.started', object, details: content, data: {}, at })
        await authorization.markStale(db, 'signing.start', object)
        return toResponse(started)
      })
    },
  }
}
