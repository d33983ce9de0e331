import type { Independence } from '../../../contract/administrators/independence.ts'
import type { Db } from '../../platform/db/database.ts'
import { createAccountLineage } from './accounts/account-lineage.ts'
import { findOpenActs } from './accounts/lineage.ts'
import { findWithHalves } from './password-links.ts'
import type { People } from './people.ts'

/** Says of each account whether it counts as a person of its own, why not, and what can be done about it. */
export async function findIndependence(
  db: Db,
  { listPeople }: Pick<People, 'listPeople'>,
  { canFound }: { canFound: (db: Db) => Promise<boolean> },
): Promise<(administratorId: string) => Independence> {
  const people = await listPeople(db)
  const lineage = createAccountLineage(people)
  const byId = new Map(people.map((person) => [person.id, person]))
  const openActs = await findOpenActs(db)
  const waiting = new Set(await findWithHalves(db))
  const isFoundingOpen = openActs.length > 0 && (await canFound(db))
  const named = (id: string) => ({ id, name: byId.get(id)?.name ?? '' })

  return (id) => {
    const counts_as = lineage.countsAs(id).map(named)
    if (counts_as.length === 0)
      return { independent: true, because: [], counts_as: [], way_out: null, command: null }
    return {
      independent: false,
      because: openActs
        .filter((edge) => edge.administrator_id === id)
        .map(({ act, made_by, made_at }) => ({ act, by: named(made_by), at: made_at.toISOString() })),
      counts_as,
      way_out: waiting.has(id) ? 'link' : isFoundingOpen ? 'founding' : 'confirm',
      command: `npx kontor admin confirm ${byId.get(id)?.email}`,
    }
  }
}
