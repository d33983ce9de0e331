import { otherLayout } from '../contract/values/keyboard-layout.ts'
import { foldWords, withoutLegalForms } from '../contract/values/text-folding.ts'
import type { Party } from '../server/features/parties/model/party.ts'

const letters = [...'абвгдеиклмнопрстуя']
const vowels = [...'аеиоу']

/** Queries by class, drawn from existing parties. */
export function queriesByClass(parties: readonly Party[]): Record<string, string[]> {
  const words = (party: Party) => withoutLegalForms(foldWords(party.short_name ?? party.full_name))
  const longWord = (party: Party) => words(party).toSorted((a, b) => b.length - a.length)[0] as string
  const companies = parties.filter(({ type }) => type === 'legal')
  const directed = companies.filter(({ director_name }) => director_name !== null)
  return {
    'full name': parties.map((party) => party.full_name),
    'words in another order': parties.map((party) => words(party).toReversed().join(' ')),
    'one word': parties.map(longWord),
    'common word': [
      'строй',
      'торг',
      'сервис',
      'иванов',
      'александр',
      'центр',
      'группа',
      'авто',
      'ромашка',
      'сергей',
    ],
    'two common words': ['строй сервис', 'торг центр', 'иванов александр', 'смирнов сергей', 'авто плюс'],
    'one letter': letters,
    'two letters': letters.flatMap((letter) => vowels.map((vowel) => letter + vowel)),
    'three letters': parties.map((party) => longWord(party).slice(0, 3)),
    'three single letters': letters.map(
      (letter, i) => `${letter} ${letters[(i + 5) % 18]} ${letters[(i + 11) % 18]}`,
    ),
    'INN, whole': parties.map(({ inn }) => inn),
    'INN, begun': parties.map(({ inn }, i) => inn.slice(0, 1 + (i % 9))),
    'OGRN, begun': parties.map(({ ogrn }, i) => ogrn.slice(0, 1 + (i % 12))),
    'digits and a word': companies.map((party) => `${party.inn.slice(0, 4)} ${longWord(party).slice(0, 4)}`),
    director: directed.map(({ director_name }) => director_name as string),
    'words joined': companies.map((party) => words(party).join('')),
    'other layout': companies.map((party) => otherLayout(longWord(party)) ?? 'hjvfirf'),
    typo: parties.map((party, i) => withTypo(longWord(party), i)),
    nothing: parties.map((party, i) => `ъъ${longWord(party).slice(0, 2)}${i}ы`),
  }
}

/** The word with one letter deleted, doubled, replaced or swapped, in turn. */
export function withTypo(word: string, turn: number): string {
  const at = 1 + (turn % Math.max(word.length - 2, 1))
  if (turn % 4 === 0) return word.slice(0, at) + word.slice(at + 1)
  if (turn % 4 === 1) return word.slice(0, at) + word[at] + word.slice(at)
  if (turn % 4 === 2) return `${word.slice(0, at)}${word[at] === 'о' ? 'а' : 'о'}${word.slice(at + 1)}`
  return word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2)
}
