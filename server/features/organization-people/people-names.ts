import type { Db } from '../../platform/db/database.ts'
import { listNames } from './people-store.ts'

/** The names of all people of an organization, for features that compare them. */
export const peopleNames: (db: Db, organizationId: string) => Promise<string[]> = listNames
