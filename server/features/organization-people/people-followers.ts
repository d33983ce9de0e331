import type { Db } from '../../platform/db/database.ts'
import type { PersonRow } from './people-tables.ts'

export type { PersonRow } from './people-tables.ts'

/** A person with the whole number of the identity document, which must not be stored or logged in the clear. */
export interface SavedPerson {
  person: PersonRow
  documentNumber: string | null
}

/** What other features do when people change, in the transaction of the change, right before its audit rows. */
export interface PeopleFollowers {
  personSaved(db: Db, saved: SavedPerson): Promise<void>
  personRemoved(db: Db, person: Pick<PersonRow, 'id' | 'organization_id'>): Promise<void>
}
