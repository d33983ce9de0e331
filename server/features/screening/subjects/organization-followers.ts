import type { Blocker } from '../../../../contract/purchase-request-rules.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { OrganizationRow } from '../../organizations/organization-records.ts'
import { partiesOfOrganization, textPersonsOf } from './parties.ts'
import type { PartyKey, ScreenedParty, Screening } from './screening.ts'

/** The names of the people of an organization. */
export type PeopleNames = (db: Db, organizationId: string) => Promise<string[]>

export type OrganizationScreening = ReturnType<typeof createOrganizationScreening>

/** What the features of organizations and their people tell screening of. */
export function createOrganizationScreening({
  screening,
  peopleNames,
}: {
  screening: Screening
  peopleNames: PeopleNames
}) {
  return {
    /** In the transaction that creates or changes the organization or its people, before its audit row. */
    async organizationSaved(db: Db, row: OrganizationRow): Promise<void> {
      const parties = partiesOfOrganization(row, await peopleNames(db, row.id))
      const isThere = new Set(parties.map(({ id }) => id))
      const gone = textPersonsOf(row.id).filter(({ id }) => !isThere.has(id))
      await screening.save(db, parties, gone)
    },

    /** What blocks the organization, as it is in this row, together with these other parties. */
    async blockersOf(
      db: Db,
      row: OrganizationRow,
      others: readonly (PartyKey | ScreenedParty)[] = [],
    ): Promise<Blocker[]> {
      const own = partiesOfOrganization(row, await peopleNames(db, row.id))
      return screening.blockersOf(db, row.id, [...own, ...others])
    },

    save: screening.save,
    catchUp: screening.catchUp,
  }
}
