import type { Db } from '../../../platform/db/database.ts'
import type { People } from '../people/people.ts'
import { createInstalledAt } from './installed-at.ts'
import { type Count, createCount } from './votes.ts'

/** Counts votes by the people of the moment when it is asked. */
export function createCurrentCount({
  now,
  people,
}: {
  now: () => Date
  people: Pick<People, 'listPeople'>
}): (db: Db) => Promise<Count> {
  const installedAt = createInstalledAt()
  return async (db) => {
    const everybody = await people.listPeople(db)
    return createCount({ people: everybody, now: now(), installedAt: await installedAt(db) })
  }
}
