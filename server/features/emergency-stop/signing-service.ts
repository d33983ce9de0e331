import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '../../../contract/money/networks.ts'
import type { SigningResponse, StopSigningBody } from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { JobHandle } from '../../platform/jobs/jobs.ts'
import { signingObject as object, type RecordedStops } from './record-stops.ts'
import { signingNotStopped } from './signing-failures.ts'
import type { SigningStanding, SigningStandings } from './signing-standing.ts'
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
  standings,
  stops,
  recording,
}: {
  db: Db
  now: () => Date
  authorization: Pick<Authorization, 'permit' | 'markStale'>
  isEnabled: boolean
  nodes: readonly Network[]
  standings: SigningStandings
  stops: Pick<RecordedStops, 'carry' | 'write'>
  /** Records the stops. */
  recording: JobHandle
}) {
  function toResponse({ state, standing }: Pick<SigningStanding, 'state' | 'standing'>): SigningResponse {
    const { stopped_at, stopped_by_name, reason } = state
    return {
      is_enabled: isEnabled,
      is_stopped: standing === 'stopped' || standing === 'unproven',
      stopped_at: stopped_at?.toISOString() ?? null,
      stopped_by: stopped_by_name,
      reason,
      nodes: [...nodes],
    }
  }

  /** What people have voted on is the end of this stop. */
  async function startAgain(
    db: Db,
    permit: Permit<'signing.start'>,
    stop: Record<string, unknown>,
    revision: SigningStanding['revision'],
  ): Promise<SigningResponse> {
    const at = now()
    const state = await stops.write(db, store.running, { proof: null, proof_revision: revision })
    recordChange(db, permit, { action: 'signing.started', object, details: stop, data: {}, at })
    await authorization.markStale(db, 'signing.start', object)
    return toResponse({ state, standing: 'running' })
  }

  return {
    async read(): Promise<SigningResponse> {
      return toResponse(await standings.look(pool))
    },

    /** At once: nobody approves it, it waits for no lock, and nothing but the database is needed for it. */
    async stop({ reason }: StopSigningBody, actor: Actor): Promise<SigningResponse> {
      standings.seen(await store.insertStop(pool, { at: now(), actor, reason: reason ?? null }))
      recording.wake()
      await Promise.race([recording.idle(), wait(recordedWithinMs)])
      return toResponse(await standings.look(pool))
    },

    /** Also the way out when somebody has changed in the database whether it is stopped: what is decided here is proven. */
    start(actor: Actor): Promise<SigningResponse> {
      return pool.transaction().execute(async (db) => {
        await store.lockSigning(db)
        // Whoever stops from here on stops what is started here.
        const { stopped_at, stopped_by_name, reason } = await stops.carry(db)
        const { standing, revision } = await standings.look(db)
        if (standing !== 'stopped' && standing !== 'unproven') throw signingNotStopped()
        // What is approved is the end of this stop: an approval that was left from an earlier one does not fit.
        const content =
          stopped_at === null
            ? { because: 'proof_invalid', revision }
            : { stopped_at: stopped_at.toISOString(), stopped_by: stopped_by_name, reason }
        const intended = { act: 'signing.start', subject: object, content } as const
        const permit = await authorization.permit(db, actor, intended)
        return startAgain(db, permit, content, revision)
      })
    },
  }
}
