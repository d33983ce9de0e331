import type { Db } from '../../../platform/db/database.ts'
import type { Notifications } from '../../../platform/db/notifications.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { ListWords } from '../matching/list-words.ts'
import { buildScreeningIndex, type Match, type ScreeningIndex } from '../matching/screening-index.ts'
import type { ListEntry } from '../model/entry.ts'
import type { Subject } from '../model/subject.ts'
import { currentGeneration, entriesAt } from './entry-store.ts'
import { findLists, type PublishedList } from './list-states.ts'

export interface ListedMatch extends Match {
  list: string
  /** The first generation that has the entry like this. */
  generation: number
}

export interface CurrentIndex {
  /** The generation that this node has in memory; 0 before the first. */
  generation(): number
  /** The lists that this node has in memory, by name. */
  lists(): readonly PublishedList[]
  /** Reads what was published since; resolves when this node has the newest generation that the database shows now. */
  refresh(): Promise<void>
  /** Called before a search: while notifications cannot arrive, the database is asked whether there is a newer generation. */
  prepare(): Promise<void>
  /** All matches of all lists, the best first. */
  search(subject: Subject, least?: number): ListedMatch[]
  /** What each list says about words, to compare with only some of its entries. */
  words(): ReadonlyMap<string, ListWords>
  /** To be called once the database is migrated. */
  start(): Promise<void>
}

/** `kontor_screening` is notified when an import was committed. */
export const channel = 'kontor_screening'

interface LoadedList {
  published: PublishedList
  index: ScreeningIndex
  /** The generation of each entry. */
  since: ReadonlyMap<ListEntry, number>
}

const intervalMs = 60_000

/**
 * The lists in memory, one index for each list, because the weights of words are those of the list. The old indexes answer
 * until the new ones are built.
 */
export function createCurrentIndex({
  db: pool,
  notifications,
  jobs,
  onSearch = () => {},
}: {
  db: Db
  notifications: Pick<Notifications, 'listen' | 'isLive'>
  jobs: Pick<Jobs, 'every'>
  onSearch?: () => void
}): CurrentIndex {
  let generation = 0
  let loaded: ReadonlyMap<string, LoadedList> = new Map()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function load(): Promise<void> {
    const found = await readLists(pool)
    const lists = new Map<string, LoadedList>()
    for (const published of found.lists) {
      const kept = loaded.get(published.name)
      lists.set(
        published.name,
        kept?.published.generation === published.generation
          ? { ...kept, published }
          : await loadList(pool, published),
      )
    }
    loaded = lists
    generation = found.generation
  }

  function refresh(): Promise<void> {
    if (running === undefined) {
      running = load().finally(() => {
        running = undefined
      })
      return running
    }
    // The run under way may have read the database before the caller's generation was there.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return refresh()
      })
    return next
  }

  // Also runs without a notification, in case the last run failed.
  const job = jobs.every({ name: 'screening-index', intervalMs, run: refresh })
  notifications.listen(channel, job.wake, job.wake)

  return {
    generation: () => generation,
    lists: () => [...loaded.values()].map(({ published }) => published),
    refresh,
    async prepare() {
      if (!notifications.isLive()) await refresh()
    },
    search(subject, least) {
      onSearch()
      return [...loaded]
        .flatMap(([list, { index, since }]) =>
          index
            .search(subject, least)
            .map((match) => ({ ...match, list, generation: since.get(match.entry) ?? 0 })),
        )
        .sort((a, b) => b.score - a.score)
    },
    words: () => new Map([...loaded].map(([list, { index }]) => [list, index.words()])),
    start: refresh,
  }
}

/** The lists and the generation as one transaction shows them. */
function readLists(pool: Db): Promise<{ generation: number; lists: PublishedList[] }> {
  return pool
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => ({ generation: await currentGeneration(db), lists: await findLists(db) }))
}

async function loadList(db: Db, published: PublishedList): Promise<LoadedList> {
  const since = new Map<ListEntry, number>()
  async function* entries(): AsyncGenerator<ListEntry> {
    for await (const { entry, generation } of entriesAt(db, published.name, published.generation)) {
      since.set(entry, generation)
      yield entry
    }
  }
  return { published, index: await buildScreeningIndex(entries()), since }
}
