import { requiredKinds } from '../../../contract/documents.ts'
import type { KybChecklistResponse, KybRequirement } from '../../../contract/kyb-checklist.ts'
import { nextKybStatuses } from '../../../contract/organizations.ts'
import type { Blocker } from '../../../contract/purchase-request-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { documentBlocker } from './document-blockers.ts'
import type { OrganizationPeople } from './organization-people.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The lists, as far as an approval needs them. */
export interface OrganizationScreening {
  /** As the organization is in this row. */
  blockersOf(db: Db, organization: OrganizationRow): Promise<Blocker[]>
}

type Item = KybChecklistResponse['items'][number]

export type KybGate = ReturnType<typeof createKybGate>

/** What the approval of an organization requires: see KONTOR_KYB_REQUIRES. */
export function createKybGate({
  now,
  requires,
  people,
  screening,
}: {
  now: () => Date
  requires: ReadonlySet<KybRequirement>
  people: Pick<OrganizationPeople, 'areOwnersNamed'>
  screening: OrganizationScreening
}) {
  const item = (requirement: KybRequirement, kind: Item['kind'], blockers: Blocker[]): Item => ({
    requirement,
    kind,
    is_required: requires.has(requirement),
    is_done: blockers.length === 0,
    blockers,
  })

  function documents(organization: OrganizationRow): Item[] {
    const day = now().toISOString().slice(0, 10)
    return requiredKinds(organization.type).map((kind) =>
      item('documents', kind, [documentBlocker(organization, kind, day) ?? []].flat()),
    )
  }

  async function ownership(db: Db, { id, ownership_statement: statement }: OrganizationRow): Promise<Item> {
    const isExplained = Boolean(statement?.trim()) || (await people.areOwnersNamed(db, id))
    const blocker: Blocker = {
      code: 'ownership_unexplained',
      detail: 'No owner of more than 25 % is named, and no statement says why.',
      organization_id: id,
    }
    return item('ownership', null, isExplained ? [] : [blocker])
  }

  return {
    /** Everything that blocks an approval, so that it can be resolved together. */
    async blockersOf(db: Db, organization: OrganizationRow): Promise<Blocker[]> {
      const items = [
        ...(requires.has('documents') ? documents(organization) : []),
        ...(requires.has('screening')
          ? [item('screening', null, await screening.blockersOf(db, organization))]
          : []),
        ...(requires.has('ownership') ? [await ownership(db, organization)] : []),
      ]
      return items.flatMap(({ blockers }) => blockers)
    },

    async checklist(db: Db, organization: OrganizationRow): Promise<KybChecklistResponse> {
      const items = [
        ...documents(organization),
        item('screening', null, await screening.blockersOf(db, organization)),
        await ownership(db, organization),
      ]
      return {
        organization_id: organization.id,
        kyb_status: organization.kyb_status,
        version: organization.version,
        can_be_approved:
          nextKybStatuses(organization.kyb_status).includes('approved') &&
          items.every(({ is_required, is_done }) => is_done || !is_required),
        items,
      }
    },
  }
}
