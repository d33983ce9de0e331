import {
  type BeingBuilt,
  type FoundItem,
  foundKinds,
  type MatchedBy,
  type SearchResponse,
} from '../../../contract/work/search.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { IndexBuilding } from '../../platform/db/index-building.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { soughtOf } from '../../platform/search/sought.ts'

const mostOfKind = 5

export function createSearch({
  db,
  now,
  indexes,
  sources,
}: {
  db: Db
  now: () => Date
  indexes: Pick<IndexBuilding, 'progressOf'>
  sources: readonly SearchSource[]
}) {
  return {
    async search(q: string, { permissions }: Pick<Actor, 'permissions'>): Promise<SearchResponse> {
      const sought = soughtOf(q, now())
      const found: FoundItem[] = []
      const beingBuilt: BeingBuilt[] = []
      for (const { permission, waitsFor, find } of sources) {
        if (!permissions.has(permission)) continue
        const percent = waitsFor && indexes.progressOf(waitsFor.index)
        if (waitsFor && percent !== undefined)
          beingBuilt.push({ kind: waitsFor.kind, by: waitsFor.by, percent })
        else if (sought.text !== '') found.push(...(await find(db, sought, mostOfKind)))
      }
      const rank = ({ kind, matched }: FoundItem) =>
        // Requests have numbers like those of invoices.
        matched === 'invoice_number'
          ? -1
          : (shared.includes(matched) ? foundKinds.length : 0) + foundKinds.indexOf(kind)
      return { items: once(found.toSorted((a, b) => rank(a) - rank(b))), being_built: onceEach(beingBuilt) }
    },
  }
}

/** What several have in common: what is found by it comes last. */
const shared: readonly MatchedBy[] = ['name', 'file_name', 'amount', 'account']

/** Two indexes of the same kind of search are one, as far as the slower is. */
function onceEach(waiting: readonly BeingBuilt[]): BeingBuilt[] {
  const slowest = waiting.toSorted((a, b) => a.percent - b.percent)
  return slowest.filter(
    (one, index) => slowest.findIndex(({ kind, by }) => kind === one.kind && by === one.by) === index,
  )
}

/** What was found in two ways is shown by the better one. */
function once(items: readonly FoundItem[]): FoundItem[] {
  const keyOf = ({ kind, organization_id, id }: FoundItem) => `${kind} ${organization_id} ${id}`
  return items.filter((item, index) => items.findIndex((other) => keyOf(other) === keyOf(item)) === index)
}
