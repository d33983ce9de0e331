import { takenBackWithinSeconds } from '../../../contract/organizations/documents.ts'
import type { Actor } from '../../platform/actor.ts'
import { ActRefused, type Authorization } from '../../platform/authorization/authorization.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import * as store from './document-store.ts'
import { reopenDocument } from './reopen-document.ts'

/**
 * Takes the decision in force back, for whoever has just made it. It is an act like the decision; where the policy asks for
 * votes, there is no time for them, and the decision is changed by another one.
 */
export async function takeBack(
  db: Db,
  {
    authorization,
    organizations,
    actor,
    at,
  }: {
    authorization: Pick<Authorization, 'permit'>
    organizations: Pick<OrganizationRecords, 'change'>
    actor: Actor
    at: Date
  },
  {
    organization,
    slot,
    comment,
  }: {
    organization: Awaited<ReturnType<OrganizationRecords['lock']>>
    slot: store.FilledSlot
    comment: string | null
  },
): Promise<store.FilledSlot> {
  const { organization_id, kind } = slot
  if (slot.decided_by !== (actor.id ?? actor.name))
    throw stands('other_person', 'Somebody else has made the decision.')
  if (!(await store.isDecidedWithin(db, slot, takenBackWithinSeconds)))
    throw stands(
      'too_late',
      `A decision can be taken back for ${takenBackWithinSeconds} seconds, because others act on it later.`,
    )
  const permit = await authorization
    .permit(db, actor, {
      act: 'document.review',
      subject: { type: 'document', id: slot.id, version: slot.version },
      organizationId: organization_id,
      content: { kind, decision: 'pending', reason_code: null, comment },
      did: { uploaded: [slot.uploaded_by] },
    })
    .catch((error: unknown) => {
      throw error instanceof ActRefused
        ? stands('approval', 'Taking it back would need votes, as the decision did.')
        : error
    })
  await reopenDocument(db, { organizations, by: permit, at }, organization, slot, { comment })
  const reopened = await store.findSlot(db, organization_id, kind)
  if (!reopened) throw new Error('The document that was just reopened does not exist.')
  return reopened
}

function stands(because: 'other_person' | 'too_late' | 'approval', why: string): Failure {
  return new Failure('conflict', 'decision_stands', `${why} Review the document again to change it.`, {
    because,
    seconds: takenBackWithinSeconds,
  })
}
