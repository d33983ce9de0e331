import { availableParallelism } from 'node:os'
import { inMebibytes, mebibyte, memoryLimit } from '../../../platform/memory.ts'
import {
  createWorkerPool,
  type PoolSurroundings,
  type WorkerPool,
  WorkerPoolError,
} from '../../../platform/workers/worker-pool.ts'
import type { ListedMatch } from '../generations/current-index.ts'
import { comparisonThreads } from '../generations/list-memory.ts'
import type { ListWords } from '../matching/list-words.ts'
import type { Match } from '../matching/screening-index.ts'
import type { ListEntry } from '../model/entry.ts'
import type { PartyFailure } from '../model/party-failure.ts'
import type { Subject } from '../model/subject.ts'

export interface ChangedEntry {
  list: string
  generation: number
  entry: ListEntry
}

export interface KeyedSubject {
  key: string
  /** Also as JSON: the thread reads it, and the event loop need not. */
  compared: Subject | string
}

/** Tasks of one pass have its number: a thread that was started anew does not know it, and refuses them. */
export type ComparisonTask = { pass: number } & (
  | { begin: true }
  | { add: { list: string; words: ListWords | undefined; entries: NumberedEntry[] } }
  | { compare: readonly KeyedSubject[] }
  | { end: true }
)

export interface NumberedEntry {
  number: number
  entry: ListEntry
}

/** Entries are named by their number, so that they are not copied with every match. */
export type NumberedMatch = Omit<Match, 'entry'> & { number: number }
/** What was found of one party, or why it could not be compared. */
interface Found<Match> {
  key: string
  matches: Match[]
  failure?: PartyFailure
}
export type ComparisonResult = Found<NumberedMatch>[]

/** Compares many parties with a few entries, in worker threads. A party is compared exactly as a look at the list does it. */
export interface BookWorker {
  /** The entries to compare with, and what each whole list says about words. */
  begin(changed: readonly ChangedEntry[], words: ReadonlyMap<string, ListWords>): Promise<void>
  /**
   * For each party that matches something or cannot be compared: its key and what happened. In no order. Rejects with a
   * WorkerPoolError if a thread was lost; then begin again.
   */
  compare(batch: readonly KeyedSubject[]): Promise<Found<ListedMatch>[]>
  end(): Promise<void>
  close(): Promise<void>
}

/** Copying entries with more names at once would hold the event loop. */
const mostNamesAtOnce = 1_000
const mostOfThread = 1_024 * mebibyte

/**
 * One pool for each thread, because each thread keeps its own index. The threads live as long as a pass: afterwards they
 * would hold the memory of an index that nobody needs.
 */
export function createBookWorker({
  memory = memoryLimit(),
  threads = Math.min(comparisonThreads(memory), availableParallelism()),
  ...surroundings
}: {
  memory?: number
  threads?: number
} & PoolSurroundings = {}): BookWorker {
  const createPool = () =>
    createWorkerPool<ComparisonTask, ComparisonResult>({
      file: new URL('./comparison-worker.ts', import.meta.url),
      size: 1,
      queueLimit: 1_000,
      lowPriority: true,
      // A batch takes a fraction of a second, the index of a whole list of 100,000 entries a few seconds.
      cpuMs: 120_000,
      ...surroundings,
      resourceLimits: { maxOldGenerationSizeMb: inMebibytes(Math.min(mostOfThread, memory / 3)) },
    })
  let pools: WorkerPool<ComparisonTask, ComparisonResult>[] = []
  let isClosed = false
  let pass = 0
  let changed: readonly ChangedEntry[] = []

  async function tellAll(task: ComparisonTask): Promise<void> {
    await Promise.all(pools.map((pool) => pool.run(task)))
  }

  async function closePools(): Promise<void> {
    await Promise.all(pools.splice(0).map((pool) => pool.close()))
  }

  function refuseUnlessOpen(): void {
    if (pools.length === 0) throw new WorkerPoolError('closed', 'No pass is under way.')
  }

  return {
    async begin(entries, words) {
      await closePools()
      if (!isClosed) pools = Array.from({ length: threads }, createPool)
      refuseUnlessOpen()
      pass += 1
      changed = entries
      await tellAll({ pass, begin: true })
      const sent = new Set<string>()
      for (const { list, entries } of piecesOf(changed)) {
        await tellAll({ pass, add: { list, words: sent.has(list) ? undefined : words.get(list), entries } })
        sent.add(list)
      }
    },

    async compare(batch) {
      refuseUnlessOpen()
      const found = await Promise.all(
        pools.map((pool, at) =>
          pool.run({ pass, compare: batch.filter((one) => placeOf(one) % pools.length === at) }),
        ),
      )
      return found.flat().map(({ matches, ...party }) => ({
        ...party,
        matches: matches.map(({ number, ...match }) => ({ ...(changed[number] as ChangedEntry), ...match })),
      }))
    },

    async end() {
      changed = []
      await tellAll({ pass, end: true })
      await closePools()
    },

    async close() {
      isClosed = true
      await closePools()
    },
  }
}

/** Parties with the same names go to the same thread, which looks for names that match nothing only once. */
function placeOf({ compared }: KeyedSubject): number {
  const text = typeof compared === 'string' ? compared : String(JSON.stringify(compared.names))
  let sum = 0
  // What PostgreSQL writes begins with the names.
  for (let at = 0; at < 60 && at < text.length; at += 1) sum += text.charCodeAt(at)
  return sum
}

/** Entries of one list each, in the order of their lists, with not too many names at once. */
function* piecesOf(changed: readonly ChangedEntry[]): Generator<{ list: string; entries: NumberedEntry[] }> {
  const numbered = changed.map((of, number) => ({ ...of, number }))
  for (const [list, ofList] of Map.groupBy(numbered, ({ list }) => list)) {
    let entries: NumberedEntry[] = []
    let names = 0
    for (const { entry, number } of ofList) {
      entries.push({ number, entry })
      names += 1 + entry.names.length
      if (names < mostNamesAtOnce) continue
      yield { list, entries }
      entries = []
      names = 0
    }
    if (entries.length > 0) yield { list, entries }
  }
}
