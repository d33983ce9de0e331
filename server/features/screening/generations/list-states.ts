import type {
  ListKind,
  ScreeningListResponse,
  ScreeningState,
} from '../../../../contract/organizations/screening.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ListFormat } from '../lists/read-list.ts'

export interface PublishedList {
  name: string
  kind: ListKind
  format: ListFormat
  generation: number
  entries: number
  published_at: Date
  checked_at: Date
  imported_by: string
}

export interface ListStates {
  state: ScreeningState
  lists: ScreeningListResponse[]
}

/** All lists, by name. */
export async function findLists(db: Db): Promise<PublishedList[]> {
  return db.selectFrom('screening_lists').selectAll().orderBy('name').execute()
}

/** Whether there are lists, and whether they are recent. */
export async function readListStates(db: Db, now: Date, maxAgeSeconds: number): Promise<ListStates> {
  return listStates(await findLists(db), now, maxAgeSeconds)
}

export function listStates(rows: readonly PublishedList[], now: Date, maxAgeSeconds: number): ListStates {
  const lists = rows.map(({ published_at, checked_at, ...list }) => {
    const staleAt = new Date(checked_at.getTime() + maxAgeSeconds * 1000)
    return {
      ...list,
      published_at: published_at.toISOString(),
      checked_at: checked_at.toISOString(),
      is_stale: now > staleAt,
      stale_at: staleAt.toISOString(),
    }
  })
  if (lists.length === 0) return { state: 'not_screened', lists }
  return { state: lists.some(({ is_stale }) => is_stale) ? 'stale' : 'current', lists }
}
