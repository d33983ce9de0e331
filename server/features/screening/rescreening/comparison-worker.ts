import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import type { ListWords } from '../matching/list-words.ts'
import { buildScreeningIndex, leastRecorded, type ScreeningIndex } from '../matching/screening-index.ts'
import type { ListEntry } from '../model/entry.ts'
import { partyFailure } from '../model/party-failure.ts'
import type { Subject } from '../model/subject.ts'
import type { ComparisonResult, ComparisonTask, NumberedMatch } from './book-worker.ts'

interface Pass {
  number: number
  lists: Map<string, { words: ListWords | undefined; entries: ListEntry[] }>
  numbers: Map<ListEntry, number>
  indexes: Promise<ScreeningIndex[]> | undefined
  /** Names of parties that match nothing, with their schema: many companies and people share theirs. */
  unmatched: Set<string>
}

/** Some tens of megabytes. */
const mostUnmatched = 300_000

let current: Pass | undefined

serveTasks<ComparisonTask, ComparisonResult>(async (task) => {
  if ('begin' in task) {
    current = {
      number: task.pass,
      lists: new Map(),
      numbers: new Map(),
      indexes: undefined,
      unmatched: new Set(),
    }
    return []
  }
  if ('end' in task) {
    current = undefined
    return []
  }
  if (current?.number !== task.pass) throw new Error('This thread does not know the pass.')
  if ('add' in task) {
    add(current, task.add)
    return []
  }
  current.indexes ??= Promise.all(
    [...current.lists.values()].map(({ entries, words }) => buildScreeningIndex(entries, words)),
  )
  const [indexes, pass] = [await current.indexes, current]
  return task.compare.flatMap(({ key, compared }): ComparisonResult => {
    try {
      const subject = typeof compared === 'string' ? (JSON.parse(compared) as Subject) : compared
      const matches = matchesOnce(indexes, pass, subject)
      return matches.length > 0 ? [{ key, matches }] : []
    } catch (error) {
      // One party that cannot be compared is one party: all others of the pass are.
      return [{ key, matches: [], failure: partyFailure(error) }]
    }
  })
})

function add(pass: Pass, { list, words, entries }: Extract<ComparisonTask, { add: object }>['add']): void {
  const known = pass.lists.get(list) ?? { words, entries: [] }
  pass.lists.set(list, known)
  for (const { number, entry } of entries) {
    known.entries.push(entry)
    pass.numbers.set(entry, number)
  }
}

/** As `matchesOf`, but looks for names that match nothing only once. Dates and countries could raise a score. */
function matchesOnce(
  indexes: readonly ScreeningIndex[],
  { numbers, unmatched }: Pass,
  subject: Subject,
): NumberedMatch[] {
  if (subject.birthDate !== undefined || subject.countries !== undefined)
    return matchesOf(indexes, numbers, subject)
  const key = `${subject.schema}\n${subject.names.join('\n')}`
  // An equal number shows how the names compare, also if they are far apart.
  if (unmatched.has(key) && matchesOf(indexes, numbers, { ...subject, names: [] }).length === 0) return []
  const matches = matchesOf(indexes, numbers, subject)
  if (matches.length > 0) return matches
  if (unmatched.size > mostUnmatched) unmatched.clear()
  unmatched.add(key)
  return []
}

function matchesOf(
  indexes: readonly ScreeningIndex[],
  numbers: ReadonlyMap<ListEntry, number>,
  subject: Subject,
): NumberedMatch[] {
  const found: NumberedMatch[] = []
  for (const index of indexes)
    for (const { entry, ...match } of index.search(subject, leastRecorded))
      found.push({ number: numbers.get(entry) as number, ...match })
  return found
}
