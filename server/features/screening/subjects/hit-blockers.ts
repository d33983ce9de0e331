import type { HitStatus, ListKind } from '../../../../contract/organizations/screening.ts'
import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type BlockingHit, listBlocking } from '../hits/hit-store.ts'

/** The hits of an organization and its people that block, as they are written. Nothing is compared. */
export async function blockersInHits(db: Db, organizationId: string): Promise<Blocker[]> {
  return (await listBlocking(db, organizationId, [])).map(hitBlocker)
}

export function hitBlocker(hit: BlockingHit): Blocker {
  const { subject_kind: kind, subject_id: id, subject_name: name, organization_id } = hit
  const subject = { kind, id, organization_id, name }
  return blockerOf(subject, { list: hit.list, kind: hit.kind, hitId: hit.id, status: hit.status })
}

export function blockerOf(
  subject: { kind: string; id: string; organization_id: string; name: string },
  // The hit is unknown while it is not written yet.
  { list, kind, hitId, status }: { list: string; kind: ListKind; hitId?: string; status?: HitStatus },
): Blocker {
  const named = `The list '${list}' names a party of the organization.`
  const exposed = `${named} Somebody has to decide whether to continue.`
  return {
    code: 'screening_hit',
    detail:
      status !== 'confirmed'
        ? `The list '${list}' may name a party of the organization.`
        : kind === 'pep'
          ? exposed
          : named,
    organization_id: subject.organization_id,
    ...(hitId !== undefined && { hit_id: hitId }),
    ...(status !== undefined && { hit_status: status }),
    list,
    list_kind: kind,
    subject: subject.name,
    subject_kind: subject.kind,
    subject_id: subject.id,
  }
}
