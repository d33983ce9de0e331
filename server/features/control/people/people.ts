import type { RawBuilder } from 'kysely'
import type { Role } from '../../../../contract/api/roles.ts'
import type { Db } from '../../../platform/db/database.ts'
import { createAccountLineage } from '../../administrators/accounts/account-lineage.ts'

/** An administrator, with what decides about votes. */
export interface Person {
  id: string
  email: string
  name: string
  role: Role
  isActive: boolean
  /** Since when the role is held, and since when the credentials are known to the person. */
  roleSince: Date
  credentialsSince: Date
  /** People who created, promoted, enabled or reset this account, without anybody independent having confirmed it. */
  madeBy: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: the value is the administrators feature's own
export type PeopleColumn = { select: RawBuilder<any>; read(db: Db, value: any): Promise<Person[]> }

/** What the administrators feature knows about people. */
export interface People {
  listPeople(db: Db): Promise<Person[]>
  /** The same as a column, for a statement that reads something else too. */
  column: PeopleColumn
  /** The administrator who created the API key. */
  makerOf(db: Db, apiKeyId: string): Promise<string | undefined>
}

/** The accounts that may be this person's, their own first. */
export function accountsOf(people: readonly Person[], id: string): string[] {
  const { mayBeOne } = createAccountLineage(people)
  return [id, ...people.map((person) => person.id).filter((other) => other !== id && mayBeOne(other, id))]
}
