import { isId } from '../../../../contract/api/common.ts'
import {
  type ClosedReason,
  type DecideScreeningHitBody,
  type ScreeningHitDetailsResponse,
  sanctionsReason,
} from '../../../../contract/organizations/screening.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Authorization } from '../../../platform/authorization/authorization.ts'
import type { Permit } from '../../../platform/authorization/permit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { demandVersion, type ExpectedVersions } from '../../../platform/versions.ts'
import type { KybSuspension } from '../../organizations/kyb-suspension.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import { toHitDetails } from './hit-response.ts'
import { findHit, type Hit, isClosable, lockHit, updateHit } from './hit-store.ts'
import { tellOfHit } from './hit-traces.ts'
import { gone } from './judge-hits.ts'

export type HitService = ReturnType<typeof createHitService>

export function createHitService({
  db: pool,
  now,
  organizations,
  suspension,
  authorization,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'lock'>
  suspension: KybSuspension
  authorization: Pick<Authorization, 'permit' | 'markStale'>
}) {
  async function writeDecision(
    db: Db,
    permit: Permit<'screening.decide'>,
    hit: Hit,
    organization: Awaited<ReturnType<OrganizationRecords['lock']>>,
    { status, reason = null }: DecideScreeningHitBody,
  ): Promise<Hit> {
    const { actor } = permit
    const at = now()
    const change = {
      status,
      closed_reason: status === 'closed' ? closedReasonOf(hit) : null,
      reason,
      decided_by: actor.id ?? actor.name,
      decided_by_name: actor.name,
      decided_at: at,
      reopened_because: [],
      changed_fields: [],
      updated_at: at,
      version: hit.version + 1,
    }
    const decided: Hit = { ...hit, ...change }
    await updateHit(db, hit.id, { ...change, reopened_because: '[]', changed_fields: '[]' })
    tellOfHit(db, 'screening.hit_decided', decided, { by: permit, details: { from: hit.status, reason } })
    const suspends = status === 'confirmed' && hit.above_threshold && hit.kind !== 'pep'
    if (suspends && organization.kyb_status === 'approved')
      await suspension.suspend(db, organization, sanctionsReason, permit)
    return decided
  }

  return {
    async read(id: string): Promise<ScreeningHitDetailsResponse> {
      return toHitDetails(await find(pool, id))
    },

    /**
     * A confirmed hit above the threshold suspends an approved organization, all in one transaction. One of a list of
     * politically exposed persons suspends nobody: it blocks until somebody decides to continue. One whose party is gone
     * can be closed: that says nothing about the match.
     */
    decide(
      id: string,
      { status, reason = null }: DecideScreeningHitBody,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<ScreeningHitDetailsResponse> {
      suspension.requireOpen()
      return pool.transaction().execute(async (db) => {
        const { organization_id } = await find(db, id)
        // The organization first, as whoever changes it and then compares it.
        const organization = await organizations.lock(db, organization_id)
        const hit = (await lockHit(db, id)) ?? notFound()
        demandVersion(expected, hit.version, 'screening hit')
        if (hit.status === 'closed')
          throw new Failure(
            'conflict',
            'screening_hit_closed',
            'The hit is closed: there is nothing to decide.',
            {
              closed_reason: hit.closed_reason,
            },
          )
        if (status === 'closed' && !isClosable(hit))
          throw new Failure(
            'conflict',
            'screening_hit_not_closable',
            'The party is still there. Dismiss the hit if it is somebody else, or confirm it.',
            { status: hit.status },
          )
        if (status === 'continue' && hit.status !== 'continue') demandContinuable(hit)
        if (hit.status === status && (reason === null || reason === hit.reason)) return toHitDetails(hit)
        const permit = await authorization.permit(db, actor, {
          act: 'screening.decide',
          subject: { type: 'screening_hit', id: hit.id, version: hit.version },
          organizationId: hit.organization_id,
          content: contentOf(hit, status, reason),
        })
        return toHitDetails(await writeDecision(db, permit, hit, organization, { status, reason }))
      })
    },
  }
}

/** What an approver judges: who was found where, how well they fit, and what would be decided. */
function contentOf(hit: Hit, to: string, reason: string | null): Record<string, unknown> {
  return {
    from: hit.status,
    to,
    organization: hit.organization_name,
    party: hit.subject_name,
    party_kind: hit.subject_kind,
    list: hit.list,
    list_kind: hit.kind,
    entry: hit.entry.names[0]?.name ?? hit.entry_id,
    entry_id: hit.entry_id,
    score: String(hit.score),
    reason,
  }
}

/** An address that is there no more was changed, anybody else removed. */
function closedReasonOf({ party_now }: Hit): ClosedReason {
  return party_now === gone ? 'subject_removed' : 'subject_changed'
}

/** To go on with somebody is decided about a person who is known to be the one on the list. */
function demandContinuable({ kind, status }: Hit): void {
  if (kind === 'pep' && status === 'confirmed') return
  throw new Failure(
    'conflict',
    'screening_hit_not_continuable',
    kind === 'pep'
      ? 'Confirm first that it is the person on the list.'
      : 'Only a hit of a list of politically exposed persons can be continued. Dismiss this one if it is somebody else.',
    { list_kind: kind, status },
  )
}

async function find(db: Db, id: string): Promise<Hit> {
  return (isId(id) ? await findHit(db, id) : undefined) ?? notFound()
}

function notFound(): never {
  throw new Failure('not_found', 'screening_hit_not_found', 'There is no such hit.')
}
