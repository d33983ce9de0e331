import type { Db } from '../../../platform/db/database.ts'
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

export interface LoadedLists {
  /** The generation that is in memory; 0 before the first. */
  generation(): number
  /** The lists that are in memory, by name. */
  lists(): readonly PublishedList[]
  /** Reads what was published since; resolves when the newest generation that the database shows now is in memory. */
  refresh(): Promise<void>
  /** All matches of all lists, the best first. */
  search(subject: Subject, least?: number): ListedMatch[]
  /** The same, and lets others run between lists and names. */
  searchInSlices(subject: Subject, least?: number): Promise<ListedMatch[]>
  /** What each list says about words, to compare with only some of its entries. */
  words(): ReadonlyMap<string, ListWords>
}

interface LoadedList {
  published: PublishedList
  index: ScreeningIndex
  /** The generation of each entry. */
  since: ReadonlyMap<ListEntry, number>
}

/**
 * The lists in memory, one index for each list, because the weights of words are those of the list. Only lists that changed
 * are read again, and the old indexes answer until the new ones are built.
 */
export function createLoadedLists(pool: Db): LoadedLists {
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

  return {
    generation: () => generation,
    lists: () => [...loaded.values()].map(({ published }) => published),
    refresh,
    search: (subject, least) =>
      bestFirst(
        [...loaded].flatMap(([list, ofList]) => listed(list, ofList, ofList.index.search(subject, least))),
      ),
    async searchInSlices(subject, least) {
      const matches: ListedMatch[] = []
      for (const [list, ofList] of loaded)
        matches.push(...listed(list, ofList, await ofList.index.searchInSlices(subject, least)))
      return bestFirst(matches)
    },
    words: () => new Map([...loaded].map(([list, { index }]) => [list, index.words()])),
  }
}

function listed(list: string, { since }: LoadedList, matches: readonly Match[]): ListedMatch[] {
  return matches.map((match) => ({ ...match, list, generation: since.get(match.entry) as number }))
}

function bestFirst(matches: ListedMatch[]): ListedMatch[] {
  return matches.sort((a, b) => b.score - a.score)
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
