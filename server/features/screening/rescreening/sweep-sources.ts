import type { SelectQueryBuilder } from 'kysely'
import type { Db, Tables } from '../../../platform/db/database.ts'
import type { OrganizationRecords } from '../../organizations/organization-records.ts'
import { organizationSummary } from '../../organizations/organization-summary.ts'
import type { PeopleNames } from '../subjects/organization-followers.ts'
import { addressParty, bookAddressParty, partiesOfOrganization } from '../subjects/parties.ts'
import type { ScreenedParty } from '../subjects/screening.ts'
import type { SweepSource } from './sweep.ts'

/** Organizations, with their directors and contacts. */
export function organizationSource(
  organizations: Pick<OrganizationRecords, 'list'>,
  peopleNames: PeopleNames,
): SweepSource {
  return {
    kind: 'organization',
    rows: organizationSummary,
    async parties(db, ids) {
      const parties: ScreenedParty[] = []
      for (const row of await organizations.list(db, ids))
        parties.push(...partiesOfOrganization(row, await peopleNames(db, row.id)))
      return parties
    },
  }
}

/** A subquery of the feature of purchase requests. */
export type Destinations = (
  db: Db,
) => SelectQueryBuilder<Tables, never, { id: string; organization_id: string; destination_address: string }>

export function destinationSource(destinations: Destinations): SweepSource {
  return {
    kind: 'address',
    rows: destinations,
    async parties(db, ids) {
      const rows = await db
        .selectFrom(destinations(db).as('request'))
        .selectAll('request')
        .where('request.id', 'in', ids)
        .execute()
      return rows.map(({ id, organization_id: organizationId, destination_address: address }) =>
        addressParty({ id, organizationId, address }),
      )
    },
  }
}

/** A subquery of the feature of address books. */
export type BookEntries = (
  db: Db,
) => SelectQueryBuilder<
  Tables,
  never,
  { id: string; organization_id: string; address: string; label: string }
>

export function bookSource(entries: BookEntries): SweepSource {
  return {
    kind: 'address',
    rows: entries,
    async parties(db, ids) {
      const rows = await db
        .selectFrom(entries(db).as('entry'))
        .selectAll('entry')
        .where('entry.id', 'in', ids)
        .execute()
      return rows.map(({ id, organization_id: organizationId, address, label }) =>
        bookAddressParty({ id, organizationId, address, label }),
      )
    },
  }
}
