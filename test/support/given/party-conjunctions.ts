import type { Conjunction, Prefix } from '../../../server/features/parties/index/prefixes.ts'
import type { SearchForm } from '../../../server/features/parties/model/search-form.ts'
import { fc } from '../cases/properties.ts'

/** The searchable texts of a party. */
export type PartyTexts = Record<Prefix['kind'], string[]>

export function textsOf({ words, joinedNames }: SearchForm): PartyTexts {
  const all = words.trim().split(' ')
  return { word: all.slice(0, -2), id: all.slice(-2), name: joinedNames.trim().split(' ') }
}

/** Whether a party matches one of the alternatives, without an index. */
export function matches(texts: PartyTexts, alternatives: readonly Conjunction[]): boolean {
  const has = ({ kind, text }: Prefix) => texts[kind].some((candidate) => candidate.startsWith(text))
  return alternatives.some((conjunction) => conjunction.every((clause) => clause.some(has)))
}

/** Conjunctions of prefixes of words, names and identifiers that the parties have. */
export function conjunctionOf(parties: readonly PartyTexts[]): fc.Arbitrary<Conjunction> {
  const someTexts = fc.constantFrom(...parties)
  const somePrefix = fc
    .tuple(someTexts, fc.constantFrom('word', 'id', 'name'), fc.integer({ min: 1, max: 20 }))
    .chain(([texts, kind, length]) =>
      fc.constantFrom(...texts[kind]).map((text): Prefix => ({ kind, text: text.slice(0, length) })),
    )
  const word = (text: string | undefined): Prefix => ({ kind: 'word', text: text ?? '' })
  return fc.oneof(
    fc.array(fc.array(somePrefix, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    // All words of one party: more than the number of clauses for which the index is read.
    fc
      .tuple(someTexts, fc.integer({ min: 1, max: 4 }))
      .map(([texts, length]) => texts.word.map((text) => [word(text.slice(0, length))])),
    // A name of a party, and the first digits of an identifier of it as a word, which it need not have.
    fc
      .tuple(someTexts, fc.integer({ min: 1, max: 3 }))
      .map(
        ([texts, length]): Conjunction => [
          [{ kind: 'name', text: texts.name[0] ?? '' }],
          [word(texts.id[1]?.slice(0, length))],
        ],
      ),
    // A common prefix of a party, and a clause that it satisfies by a rare prefix beside a common one of another party.
    fc
      .tuple(someTexts, someTexts)
      .map(([one, other]) => [
        [word(one.word[0]?.slice(0, 1))],
        [word(one.word.at(-1)), word(other.word[0]?.slice(0, 1))],
      ]),
  )
}
