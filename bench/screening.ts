import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isPatronymic } from '../server/features/screening/matching/frequent-names.ts'
import {
  buildScreeningIndex,
  type ScreeningIndex,
  threshold,
} from '../server/features/screening/matching/screening-index.ts'
import type { ListEntry } from '../server/features/screening/model/entry.ts'
import type { Subject } from '../server/features/screening/model/subject.ts'
import { atLeast, atMost, type BenchOptions, type Row } from './report.ts'
import { measureBook } from './screening-book.ts'
import { createRandom, fillUp, inventSubjects, readFolder } from './screening-data.ts'
import { crossValidate, qualityAt, readPairs, type ScoredPair } from './screening-pairs.ts'

const counts = {
  smoke: { invented: 50, entries: 500, looks: 20, book: 200 },
  small: { invented: 20_000, entries: 20_000, looks: 2_000, book: 100_000 },
  full: { invented: 100_000, entries: 100_000, looks: 5_000, book: 1_000_000 },
}
const seed = 14

/** How well and how fast names are compared with lists. */
export async function run({ scale, cases, list }: BenchOptions): Promise<Row[]> {
  const sizes = counts[scale]
  const folder = list ?? 'test/screening/list'
  const entries = await readFolder(folder)
  const index = await buildScreeningIndex(entries)
  return [
    ...measurePairs(index, cases ?? 'test/screening/invented-pairs.csv'),
    ...findThemselves(index, entries),
    measureBirthDates(index, entries),
    measureInvented(index, entries, sizes.invented),
    ...(await measureLooks(entries, sizes.entries, sizes.looks)),
    ...(await measureBook(sizes.book, entries, seed)),
  ]
}

function measurePairs(index: ScreeningIndex, path: string): Row[] {
  const pairs = readPairs(path).map(
    (pair): ScoredPair => ({ ...pair, score: index.compare(pair.schema, pair.name, pair.other).score }),
  )
  const { together, byFold, byKind } = crossValidate(pairs)
  const fixed = qualityAt(pairs, threshold)
  console.error(`  F1 by fold: ${byFold.map(({ f1 }) => f1.toFixed(3)).join(' ')}`)
  for (const [kind, { pairs, f1, precision, recall }] of byKind) {
    console.error(
      `  ${kind}: ${pairs} pairs, F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    )
  }
  return [
    {
      what: `labelled pairs, F1 by ${byFold.length}-fold cross-validation`,
      measured: `precision ${together.precision.toFixed(3)}, recall ${together.recall.toFixed(3)}`,
      against: `${pairs.length} pairs`,
      ...atLeast(together.f1, 0.84),
    },
    {
      what: `labelled pairs, F1 at the threshold ${threshold}`,
      measured: `precision ${fixed.precision.toFixed(3)}, recall ${fixed.recall.toFixed(3)}`,
      against: `${pairs.length} pairs`,
      ...atLeast(fixed.f1, 0.84),
    },
  ]
}

/** Every entry is found by each of its names, identifiers and addresses alone. */
function findThemselves(index: ScreeningIndex, entries: readonly ListEntry[]): Row[] {
  const kinds = {
    'by every name': { found: 0, all: 0 },
    'by every INN': { found: 0, all: 0 },
    'by every address': { found: 0, all: 0 },
  }
  const look = (kind: keyof typeof kinds, entry: ListEntry, subject: Subject) => {
    kinds[kind].all += 1
    const isFound = index
      .search(subject)
      .some((match) => match.above_threshold && match.entry.id === entry.id)
    if (isFound) kinds[kind].found += 1
    else console.error(`  not found: ${entry.id} ${JSON.stringify(subject)}`)
  }
  for (const entry of entries) {
    const schema = entry.schema === 'Person' ? 'Person' : 'Company'
    for (const { name } of entry.names) look('by every name', entry, { schema, names: [name] })
    for (const identifier of entry.identifiers) {
      if (identifier.kind === 'inn')
        look('by every INN', entry, { schema, names: [], identifiers: [identifier] })
    }
    for (const { address } of entry.addresses)
      look('by every address', entry, { schema, names: [], addresses: [address] })
  }
  return Object.entries(kinds).map(([kind, { found, all }]) => ({
    what: `entries that find themselves ${kind}`,
    measured: `${found} of ${all}`,
    against: `${entries.length} entries`,
    result: `${all === 0 ? 100 : Math.floor((found / all) * 10_000) / 100}%`,
    aim: '100%',
    reached: found === all,
  }))
}

const isLinkedToRussia = ({ countries, programs }: ListEntry) =>
  countries.includes('ru') || programs.some((program) => /RUSSIA|UKRAINE/.test(program))
const otherPatronymic = 'Anatolyevich'

/**
 * Russia-linked people with a whole birth date, as «Surname Given» or «Given Surname» with the patronymic on one side only:
 * without that of the entry, or with one that the entry does not have.
 */
function measureBirthDates(index: ScreeningIndex, entries: readonly ListEntry[]): Row {
  let people = 0
  const below = new Set<string>()
  for (const { id, schema, names, birthDates, ...entry } of entries) {
    const [surname = '', given = ''] = names[0]?.name.split(',').map((part) => part.trim()) ?? []
    const born = birthDates.find(({ from, to }) => from === to)?.from
    const words = given.split(/\s+/)
    const others = words.filter((word) => !isPatronymic(word.toLowerCase()))
    if (
      schema !== 'Person' ||
      !born ||
      others.join('') === '' ||
      !isLinkedToRussia({ id, schema, names, birthDates, ...entry })
    )
      continue
    people += 1
    const own = others.length < words.length ? others : [...others, otherPatronymic]
    for (const name of [
      [surname, ...own],
      [...own, surname],
    ]) {
      const found = index.search({ schema: 'Person', names: [name.join(' ')], birthDate: born }, threshold)
      if (!found.some((match) => match.entry.id === id)) below.add(id)
    }
  }
  return {
    what: 'Russia-linked people with surname, given name and birth date that do not block',
    measured: `${below.size} of ${people}`,
    against: 'patronymic on one side only',
    ...atMost(below.size, 0),
  }
}

function measureInvented(index: ScreeningIndex, entries: readonly ListEntry[], count: number): Row {
  let hits = 0
  let persons = 0
  for (const subject of inventSubjects(count, entries, seed)) {
    const match = index.search(subject, threshold)[0]
    if (!match) continue
    hits += 1
    if (subject.schema === 'Person') persons += 1
    if (hits <= 12) console.error(`  hit: ${subject.names[0]} – ${match.entry.names[0]?.name} ${match.score}`)
  }
  return {
    what: 'invented Russian persons and companies with a hit',
    measured: `${persons} persons, ${hits - persons} companies`,
    against: `${count} invented`,
    ...atMost((hits / count) * 100, 0.5, '%'),
  }
}

async function measureLooks(entries: readonly ListEntry[], count: number, looks: number): Promise<Row[]> {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  const all = [...fillUp(entries, count, seed)]
  globalThis.gc?.()
  const before = process.memoryUsage()
  delays.enable()
  const started = performance.now()
  const index = await buildScreeningIndex(all)
  const built = performance.now() - started
  delays.disable()
  globalThis.gc?.()
  const after = process.memoryUsage()
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6
  const random = createRandom(seed)
  const invented = [...inventSubjects(looks / 2, entries, seed)]
  const listed = invented.map((): Subject => {
    const entry = random.any(all)
    return {
      schema: entry.schema === 'Person' ? 'Person' : 'Company',
      names: entry.names.slice(0, 1).map(({ name }) => name),
    }
  })
  const times: number[] = []
  const processorTimes: number[] = []
  for (const subject of [...invented, ...listed]) {
    const before = process.threadCpuUsage()
    const start = performance.now()
    index.search(subject)
    times.push(performance.now() - start)
    const { user, system } = process.threadCpuUsage(before)
    processorTimes.push((user + system) / 1e3)
  }
  const at = (share: number, of = times) => of[Math.floor(of.length * share)] as number
  for (const list of [times, processorTimes]) list.sort((a, b) => a - b)
  return [
    {
      what: 'one party against a list, p99',
      measured: `p50 ${at(0.5).toFixed(2)} ms, processor time p99 ${at(0.99, processorTimes).toFixed(1)} ms`,
      against: `${all.length} entries, ${index.names} names`,
      ...atMost(at(0.99), 20, ' ms'),
    },
    {
      what: 'building the index, longest hold of the event loop',
      measured: `${(built / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
      against: `${all.length} entries`,
      ...atMost(delays.max / 1e6, 50, ' ms'),
    },
  ]
}
