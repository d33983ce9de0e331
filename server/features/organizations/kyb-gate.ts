import { resolvable } from '../../../contract/operations/blocker-operations.ts'
import { requiredKinds } from '../../../contract/organizations/documents.ts'
import {
  documentRequirement,
  type KybChecklistResponse,
  type KybRequirement,
} from '../../../contract/organizations/kyb-checklist.ts'
import { type KybWarning, nextKybStatuses } from '../../../contract/organizations/organizations.ts'
import type { Blocker } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { lastAct } from '../../platform/audit/changes-since.ts'
import type { Db } from '../../platform/db/database.ts'
import { documentBlocker } from './document-blockers.ts'
import type { OrganizationPeople } from './organization-people.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** The lists, as far as an approval needs them. */
export interface OrganizationScreening {
  /** As the organization is in this row. */
  blockersOf(db: Db, organization: OrganizationRow): Promise<Blocker[]>
  /** Whether a sanctions list was imported: without one, nothing blocks, and nobody was screened. */
  hasSanctionsList(db: Db): Promise<boolean>
}

type Item = KybChecklistResponse['items'][number]

/** Whether this is to be found out: what is not required is, for the checklist only. */
type Wanted = (requirement: KybRequirement) => boolean

export type KybGate = ReturnType<typeof createKybGate>

const noList = {
  code: 'no_sanctions_list',
  detail: 'No sanctions list: nobody was screened.',
} as const satisfies Blocker & { code: KybWarning }

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
  const item = (
    requirement: KybRequirement,
    {
      kind = null,
      blockers,
      warnings = [],
    }: Pick<Item, 'blockers'> & Partial<Pick<Item, 'kind' | 'warnings'>>,
  ): Item => ({
    requirement,
    kind,
    is_required: requires.has(requirement),
    is_done: blockers.length + warnings.length === 0,
    blockers,
    warnings,
  })

  function documents(organization: OrganizationRow): Item[] {
    const requirement = documentRequirement(requires)
    const rule = { requirement, day: now().toISOString().slice(0, 10) }
    return requiredKinds(organization.type).map((kind) =>
      item(requirement, { kind, blockers: [documentBlocker(organization, kind, rule) ?? []].flat() }),
    )
  }

  /** What the lists say, and whether there is one that could say something. */
  async function lists(db: Db, organization: OrganizationRow, wants: Wanted): Promise<Item[]> {
    const missing = (await screening.hasSanctionsList(db)) ? [] : [noList]
    const blockers = wants('screening') ? await screening.blockersOf(db, organization) : []
    return [item('screening', { blockers, warnings: missing }), item('sanctions-list', { blockers: missing })]
  }

  async function ownership(db: Db, { id, ownership_statement: statement }: OrganizationRow): Promise<Item> {
    const isExplained = Boolean(statement?.trim()) || (await people.areOwnersNamed(db, id))
    const blocker: Blocker = {
      code: 'ownership_unexplained',
      detail: 'No owner of more than 25 % is named, and no statement says why.',
      organization_id: id,
    }
    return item('ownership', { blockers: isExplained ? [] : [blocker] })
  }

  async function itemsOf(db: Db, organization: OrganizationRow, wants: Wanted): Promise<Item[]> {
    return [
      ...documents(organization),
      ...(await lists(db, organization, wants)),
      ...(wants('ownership') ? [await ownership(db, organization)] : []),
    ]
  }

  const blockersIn = (items: readonly Item[]) =>
    items.filter(({ is_required }) => is_required).flatMap(({ blockers }) => blockers)

  return {
    /** Everything that blocks an approval, so that it can be resolved together, and what the decision is to keep. */
    async judge(
      db: Db,
      organization: OrganizationRow,
    ): Promise<{ blockers: Blocker[]; warnings: KybWarning[] }> {
      const items = await itemsOf(db, organization, (requirement) => requires.has(requirement))
      const warnings = items.flatMap((item) => item.warnings.map(({ code }) => code as KybWarning))
      return { blockers: blockersIn(items), warnings }
    },

    async checklist(db: Db, organization: OrganizationRow): Promise<KybChecklistResponse> {
      const items = await itemsOf(db, organization, () => true)
      const object = { type: 'organization', id: organization.id }
      const decided = await lastAct(db, 'organization.kyb_decided', object)
      const isStill = decided?.details.to === organization.kyb_status
      return {
        organization_id: organization.id,
        kyb_status: organization.kyb_status,
        version: organization.version,
        decision: decided && isStill ? { by: decided.by, at: decided.at.toISOString() } : null,
        can_be_approved:
          nextKybStatuses(organization.kyb_status).includes('approved') && blockersIn(items).length === 0,
        items: items.map(({ blockers, warnings, ...item }) => ({
          ...item,
          blockers: blockers.map((blocker) => resolvable(blocker)),
          warnings: warnings.map((warning) => resolvable(warning)),
        })),
      }
    },
  }
}
