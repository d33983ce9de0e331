import { type SelectQueryBuilder, sql } from 'kysely'
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

type RowOf<Fields> = Fields & { id: string; organization_id: string }
type Rows<Fields> = (db: Db) => SelectQueryBuilder<Tables, never, RowOf<Fields>>

/** A subquery of the feature of purchase requests. */
export type Destinations = Rows<{ destination_address: string }>

export function destinationSource(destinations: Destinations): SweepSource {
  return addressSource(
    destinations,
    ({ id, organization_id: organizationId, destination_address: address }) =>
      addressParty({ id, organizationId, address }),
  )
}

/** A subquery of the feature of address books. */
export type BookEntries = Rows<{ address: string; label: string }>

export function bookSource(entries: BookEntries): SweepSource {
  return addressSource(entries, ({ id, organization_id: organizationId, address, label }) =>
    bookAddressParty({ id, organizationId, address, label }),
  )
}

function addressSource<Fields>(
  rows: Rows<Fields>,
  toParty: (row: RowOf<Fields>) => ScreenedParty,
): SweepSource {
  return {
    kind: 'address',
    rows,
    async parties(db, ids) {
      const found = await sql<RowOf<Fields>>`
        select * from ${rows(db)} as source where source.id = any (${ids})
      `.execute(db)
      return found.rows.map(toParty)
    },
  }
}
