import type { Blocker } from '../../../../contract/purchase-requests/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { OrganizationRecords, OrganizationRow } from '../../organizations/organization-records.ts'
import { type PersonToScreen, partiesOfOrganization, personParty, textPersonsOf } from './parties.ts'
import type { PartyKey, ScreenedParty, Screening } from './screening.ts'

/** The names of the people of an organization. */
export type PeopleNames = (db: Db, organizationId: string) => Promise<string[]>

export type OrganizationScreening = ReturnType<typeof createOrganizationScreening>

interface FollowerParts {
  screening: Screening
  peopleNames: PeopleNames
}

/** The organization, its director and contact, and what else has changed, in one go. */
async function saveOrganization(
  db: Db,
  { screening, peopleNames }: FollowerParts,
  row: OrganizationRow,
  changed: { saved?: readonly ScreenedParty[]; gone?: readonly PartyKey[] } = {},
): Promise<void> {
  const parties = partiesOfOrganization(row, await peopleNames(db, row.id))
  const isThere = new Set(parties.map(({ id }) => id))
  const gone = textPersonsOf(row.id).filter(({ id }) => !isThere.has(id))
  await screening.save(db, [...parties, ...(changed.saved ?? [])], [...gone, ...(changed.gone ?? [])])
}

/** What the people of organizations tell screening of. A person stands for the director or contact of the same name. */
export function createPeopleScreening({
  organizations,
  ...parts
}: FollowerParts & { organizations: Pick<OrganizationRecords, 'require'> }) {
  return {
    async personSaved(
      db: Db,
      { person, documentNumber }: { person: PersonToScreen; documentNumber: string | null },
    ): Promise<void> {
      const row = await organizations.require(db, person.organization_id)
      await saveOrganization(db, parts, row, { saved: [personParty(person, documentNumber)] })
    },

    async personRemoved(
      db: Db,
      { id, organization_id }: Pick<PersonToScreen, 'id' | 'organization_id'>,
    ): Promise<void> {
      const row = await organizations.require(db, organization_id)
      await saveOrganization(db, parts, row, { gone: [{ kind: 'person', id }] })
    },
  }
}

/** What organizations tell screening of, and ask it. */
export function createOrganizationScreening({ screening, peopleNames }: FollowerParts) {
  return {
    /** In the transaction that creates or changes the organization, before its audit row. */
    organizationSaved: (db: Db, row: OrganizationRow) =>
      saveOrganization(db, { screening, peopleNames }, row),

    /** What blocks the organization, as it is in this row, together with these other parties. */
    async blockersOf(
      db: Db,
      row: OrganizationRow,
      others: readonly (PartyKey | ScreenedParty)[] = [],
    ): Promise<Blocker[]> {
      const own = partiesOfOrganization(row, await peopleNames(db, row.id))
      return screening.blockersOf(db, row.id, [...own, ...others])
    },

    hasSanctionsList: screening.hasSanctionsList,
    save: screening.save,
    catchUp: screening.catchUp,
  }
}
