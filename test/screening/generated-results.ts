import { createHash } from 'node:crypto'
import { createRandom, fillUp, inventSubjects, readFolder } from '../../bench/screening-data.ts'
import {
  buildScreeningIndex,
  leastRecorded,
  leastShown,
  type Match,
  type ScreeningIndex,
} from '../../server/features/screening/matching/screening-index.ts'
import type { ListEntry } from '../../server/features/screening/model/entry.ts'
import type { Subject } from '../../server/features/screening/model/subject.ts'

const seed = 29
/** So many entries resemble each other that most subjects have more candidates than are compared. */
const entryCount = 9_000
const invented = 600
const listed = 900
const subjectsOfDigest = 25

export async function generatedIndex(): Promise<{ index: ScreeningIndex; entries: ListEntry[] }> {
  const own = await readFolder(new URL('list', import.meta.url).pathname)
  const entries = [...fillUp(own, entryCount, seed)]
  return { index: await buildScreeningIndex(entries), entries }
}

/** Invented ones, and listed ones as they are, misspelt, in another order, shortened and joined. */
export function generatedSubjects(entries: readonly ListEntry[]): { subject: Subject; least: number }[] {
  const random = createRandom(seed)
  const subjects: Subject[] = [...inventSubjects(invented, entries.slice(0, 200), seed)]
  const changes: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase().replace(/[aeiou]/, 'o'),
    (name) => name.replace(/(.)(.)$/, '$2$1'),
    (name) => name.split(/[ ,]+/).toReversed().join(' '),
    (name) => name.replace(/[ ,-]+/, ''),
    (name) => name.split(' ').slice(1).join(' '),
    (name) => `${name} Extra`,
    (name) => name.replaceAll(/(?<=^|[ ,])(\p{L})\p{L}+$/gu, '$1.'),
  ]
  for (let at = 0; at < listed; at++) {
    const { schema, names, identifiers, addresses, birthDates } = random.any(entries)
    const others = random.any(entries)
    const born = birthDates[0]?.from ?? others.birthDates[0]?.from
    subjects.push({
      schema: random.chance(0.1) ? 'LegalEntity' : schema === 'Person' ? 'Person' : 'Company',
      names: [
        random.any(changes)(random.any(names)?.name ?? ''),
        ...(random.chance(0.2) ? [random.any(others.names)?.name ?? ''] : []),
      ],
      ...(random.chance(0.3) ? { countries: [random.any(['ru', 'ua', 'sy', 'br'])] } : {}),
      ...(born && random.chance(0.4) ? { birthDate: born } : {}),
      ...(random.chance(0.1) ? { identifiers } : {}),
      ...(random.chance(0.1) ? { addresses: addresses.map(({ address }) => address) } : {}),
    })
  }
  const leasts = [leastShown, leastRecorded, leastShown, 0]
  return subjects.map((subject, at) => ({ subject, least: leasts[at % leasts.length] as number }))
}

/** A digest of all that is found, also of scores and reasons, for each few subjects. */
export function digestsOf(
  index: ScreeningIndex,
  subjects: readonly { subject: Subject; least: number }[],
): string[] {
  const digests: string[] = []
  for (let at = 0; at < subjects.length; at += subjectsOfDigest) {
    const hash = createHash('sha256')
    for (const { subject, least } of subjects.slice(at, at + subjectsOfDigest))
      hash.update(JSON.stringify(index.search(subject, least).map(shown)))
    digests.push(hash.digest('hex').slice(0, 16))
  }
  return digests
}

function shown({ entry, ...match }: Match) {
  return { id: entry.id, ...match }
}
