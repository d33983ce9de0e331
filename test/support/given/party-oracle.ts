import { otherLayout } from '../../../contract/values/keyboard-layout.ts'
import { foldWords, withoutLegalForms } from '../../../contract/values/text-folding.ts'
import type { Party } from '../../../server/features/parties/model/party.ts'

/**
 * A plain search without an index: it checks every party. It uses the same folding of text and the same keyboard layouts
 * as the service, and nothing else of it.
 */
export function createPlainSearch(parties: readonly Party[]) {
  const rows = parties.map(prepare).sort(compare)
  const vocabulary = new Set(
    rows.flatMap((row) => row.ownWords).filter((word) => /^\P{N}{4,32}$/u.test(word)),
  )
  return (q: string) => searchPlainly(rows, vocabulary, q)
}

function searchPlainly(rows: Row[], vocabulary: ReadonlySet<string>, q: string): Party[] {
  const words = queryWords(q)
  const found = new Set<Row>(plain(rows, words))
  if (found.size < 5) {
    for (const row of rows.filter((row) => joinings(words).some((variant) => hasAll(row, variant))))
      found.add(row)
  }
  if (found.size < 5) for (const row of plain(rows, queryWords(otherLayout(q) ?? ''))) found.add(row)
  if (found.size < 5) {
    for (const row of rows.filter((row) => isNamedAllButOne(row, words, vocabulary))) found.add(row)
    for (const row of rows.filter((row) => hasAllButOne(row, words, vocabulary))) found.add(row)
  }
  return [...found].map(({ party }) => party)
}

interface Row {
  party: Party
  ownWords: string[]
  words: string[]
  names: string[]
  order: (number | string)[]
}

function queryWords(q: string): string[] {
  return withoutLegalForms(foldWords(q))
}

function prepare(party: Party): Row {
  const names = [party.full_name, party.short_name]
    .filter((name) => name !== null)
    .map((name) => {
      const words = withoutLegalForms(foldWords(name))
      return words.length > 0 ? words : foldWords(name)
    })
  const ownWords = [...names.flat(), ...foldWords(party.director_name ?? '')]
  const pairs =
    party.type === 'legal' ? names.flatMap((words) => words.slice(1).map((word, i) => words[i] + word)) : []
  const joined = names.map((words) => words.join('')).filter((name) => name !== '')
  const standing = { active: 0, reorganizing: 0, unknown: 0, liquidating: 1, bankrupt: 1, liquidated: 2 }
  return {
    party,
    ownWords,
    words: [...ownWords, ...pairs, party.inn, party.ogrn],
    names: joined,
    order: [
      standing[party.status],
      party.type === 'legal' ? 0 : 1,
      Math.min(499, ...joined.map((name) => name.length)),
      party.inn,
      party.ogrn,
      party.kpp ?? '',
    ],
  }
}

function compare(a: Row, b: Row): number {
  for (const [i, left] of a.order.entries()) {
    const right = b.order[i] as number | string
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

function plain(rows: Row[], words: string[]): Row[] {
  if (words.length === 0) return []
  const joined = words.join('')
  const isId = words.length === 1 && /^\d+$/.test(joined)
  const ids = ({ party }: Row) => [party.inn, party.ogrn]
  return [
    ...rows.filter((row) => isId && ids(row).includes(joined)),
    ...rows.filter((row) => isId && ids(row).some((id) => id.startsWith(joined))),
    ...rows.filter((row) => row.names.some((name) => name.startsWith(joined))),
    ...rows.filter((row) => hasAll(row, words)),
  ]
}

function hasAll(row: Row, words: string[]): boolean {
  return words.every((queried) => row.words.some((word) => word.startsWith(queried)))
}

function joinings(words: string[]): string[][] {
  if (words.length < 2) return []
  if (words.every((word) => /^\d+$/.test(word))) return [[words.join('')]]
  return words.slice(1, 6).map((word, i) => [...words.slice(0, i), words[i] + word, ...words.slice(i + 2)])
}

/** Whether a name begins with the words, with one typo in one of them. */
function isNamedAllButOne(row: Row, words: string[], vocabulary: ReadonlySet<string>): boolean {
  return correctablePositions(words).some((position) => {
    const queried = words[position] as string
    const before = words.slice(0, position).join('')
    const after = words.slice(position + 1).join('')
    return row.names.some(
      (name) =>
        name.startsWith(before) &&
        prefixes(name.slice(before.length)).some(
          (corrected) =>
            name.startsWith(before + corrected + after) &&
            distance(queried, corrected) === 1 &&
            vocabulary.has(corrected),
        ),
    )
  })
}

function correctablePositions(words: string[]): number[] {
  return [...words.keys()].filter((position) => /^\P{N}{4,32}$/u.test(words[position] as string)).slice(0, 8)
}

function hasAllButOne(row: Row, words: string[], vocabulary: ReadonlySet<string>): boolean {
  return correctablePositions(words).some((position) => {
    const queried = words[position] as string
    if (!hasAll(row, words.toSpliced(position, 1))) return false
    // A word begins with the corrected word, which is a complete word of some party.
    return row.words.some((word) =>
      prefixes(word).some((corrected) => distance(queried, corrected) === 1 && vocabulary.has(corrected)),
    )
  })
}

function prefixes(word: string): string[] {
  return Array.from(word, (_, i) => word.slice(0, i + 1))
}

/** The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
export function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 1) return 2
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(i - 2, j - 2) + 1)
      }
      ;(rows[i] as number[])[j] = best
    }
  }
  return at(a.length, b.length)
}
