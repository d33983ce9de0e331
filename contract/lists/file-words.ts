import { type Language, languages } from '../words/languages.ts'
import { type ValueTable, values as valuesEn } from '../words/values.en.ts'
import { values as valuesRu } from '../words/values.ru.ts'
import type { ListName } from './all.ts'
import { listWords as listWordsEn } from './list-words.en.ts'
import { listWords as listWordsRu } from './list-words.ru.ts'
import type { ListWords } from './list-words.ts'

const lists: Readonly<Record<Language, ListWords>> = { en: listWordsEn, ru: listWordsRu }
const values: Readonly<Record<Language, Readonly<Record<ValueTable, Readonly<Record<string, string>>>>>> = {
  en: valuesEn,
  ru: valuesRu,
}

export function listTitle(list: ListName, language: Language): string {
  return lists[language].titles[list]
}

/** What a column of a list is called; undefined if it has no word. */
export function columnHead(list: ListName, column: string, language: Language): string | undefined {
  const { heads, ownHeads } = lists[language]
  return ownHeads[list]?.[column] ?? heads[column]
}

export function valueWords(table: ValueTable, language: Language): Readonly<Record<string, string>> {
  return values[language][table]
}

/** The first language of an `Accept-Language` that there are words in; English if there is none. */
export function preferredLanguage(accepted: string | undefined): Language {
  const wanted = (accepted ?? '')
    .split(',')
    .map((one, place) => {
      const [tag = '', ...parameters] = one.trim().toLowerCase().split(';')
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { tag: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight), place }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  const found = wanted.find(({ tag }) => languages.some((language) => language === tag))
  return (found?.tag as Language | undefined) ?? 'en'
}
