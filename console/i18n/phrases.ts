import type { Tree } from './texts.ts'

export type Phrases = Map<string, string>

/** Between the forms of a text that depend on a number, which is `smart_count`. */
const betweenForms = '||||'

/** Texts by their whole names, such as `kontor.menu.user`. */
export function phrasesOf(tree: Tree, phrases: Phrases = new Map(), place = ''): Phrases {
  for (const [name, value] of Object.entries(tree)) {
    const key = place + name
    if (typeof value === 'string') phrases.set(key, value)
    else phrasesOf(value, phrases, `${key}.`)
  }
  return phrases
}

/** Puts values into a text, at `%{name}`, and chooses the form that fits `smart_count`. */
export function fill(text: string, values: Readonly<Record<string, unknown>>, locale: string): string {
  const { smart_count: count } = values
  const chosen = count === undefined || count === null ? text : formFor(Number(count), text, locale)
  return chosen.replaceAll(/%\{(.*?)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? place) : place,
  )
}

/** The forms of a text before the last one, which is for all other numbers. */
const beforeLast: Readonly<Record<string, readonly string[]>> = { en: ['one'], ru: ['one', 'few'] }

function formFor(count: number, text: string, locale: string): string {
  const forms = text.split(betweenForms)
  const known = beforeLast[locale] ?? []
  const at = known.indexOf(new Intl.PluralRules(locale).select(count))
  return (forms[at === -1 ? known.length : at] ?? forms[0] ?? '').trim()
}
