import { heads as headsEn } from '../words/heads.en.ts'
import { heads as headsRu } from '../words/heads.ru.ts'
import { type Language, languages } from '../words/languages.ts'
import { type ValueTable, values as valuesEn } from '../words/values.en.ts'
import { values as valuesRu } from '../words/values.ru.ts'
import type { List } from './list.ts'

const heads: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: headsEn, ru: headsRu }
const values: Readonly<Record<Language, Readonly<Record<ValueTable, Readonly<Record<string, string>>>>>> = {
  en: valuesEn,
  ru: valuesRu,
}

/** What a column of a list is called; undefined if it has no word. */
export function columnHead(
  list: Pick<List, 'heads'>,
  column: string,
  language: Language,
): string | undefined {
  return list.heads[column]?.[language] ?? heads[language][column]
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
