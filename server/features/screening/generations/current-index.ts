import type { Db } from '../../../platform/db/database.ts'
import type { Notifications } from '../../../platform/db/notifications.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createLoadedLists, type LoadedLists } from './loaded-lists.ts'

export type { ListedMatch } from './loaded-lists.ts'

/** The lists that this node has in memory. */
export interface CurrentIndex extends LoadedLists {
  /** Called before a search: while notifications cannot arrive, the database is asked whether there is a newer generation. */
  prepare(): Promise<void>
  /** To be called once the database is migrated. */
  start(): Promise<void>
}

/** Notified when an import was committed. */
export const channel = 'kontor_screening'

const intervalMs = 60_000

export function createCurrentIndex({
  db,
  notifications,
  jobs,
  onSearch = () => {},
}: {
  db: Db
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  jobs: Pick<Jobs, 'every'>
  onSearch?: () => void
}): CurrentIndex {
  const loaded = createLoadedLists(db)
  // Also runs without a notification, in case the last run failed.
  const job = jobs.every({ name: 'screening-index', intervalMs, run: loaded.refresh })
  notifications.listen(channel, job.wake, job.wake)

  return {
    ...loaded,
    async prepare() {
      if (!notifications.isLive()) await loaded.refresh()
    },
    search(subject, least) {
      onSearch()
      return loaded.search(subject, least)
    },
    searchInSlices(subject, least) {
      onSearch()
      return loaded.searchInSlices(subject, least)
    },
    start: loaded.refresh,
  }
}
