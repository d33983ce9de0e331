import type { NameWord } from './prepare-name.ts'

export function isAcronym(text: string): boolean {
  return text.length >= 3 && text.length <= 6
}

export function acronymOf(words: readonly NameWord[]): string | undefined {
  let acronym = ''
  for (const word of words) {
    if (word.kind !== 'word') continue
    if (acronym === '' && word.script === 'signs') return undefined
    acronym += word.text[0] as string
  }
  return isAcronym(acronym) ? acronym : undefined
}
