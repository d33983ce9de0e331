import type { I18nProvider, TranslationMessages } from 'react-admin'
import { type Texts, withOwn } from './own-texts.ts'
import { fill, type Phrases, phrasesOf } from './phrases.ts'
import type { Tree } from './texts.ts'

export const locales = [
  { locale: 'ru', name: 'Русский' },
  { locale: 'en', name: 'English' },
]

/** The selected language is stored in the browser. */
const storageKey = 'kontor.locale'

export function chosenLocale(): string {
  const stored = localStorage.getItem(storageKey)
  if (locales.some(({ locale }) => locale === stored)) return stored as string
  return navigator.languages.some((language) => language.startsWith('ru')) ? 'ru' : 'en'
}

/** The texts of a language in two files: what the first pages show, and the rest. */
export interface TextFiles {
  first(locale: string): Promise<Texts<TranslationMessages>>
  rest(locale: string): Promise<Tree>
}

let files: TextFiles
let locale: string
let phrases: Phrases
/** Undefined until something needs the rest. */
let rest: Promise<void> | undefined
let isWhole = false
let onWhole: () => void = () => undefined

/** Makes the provider of react-admin, and the one that `translate` uses. A browser loads one language. */
export async function createI18nProvider(from: TextFiles): Promise<I18nProvider> {
  files = from
  const first = chosenLocale()
  phrases = await firstTexts(first)
  locale = first
  return {
    translate,
    async changeLocale(chosen: string) {
      const [texts, others] = await Promise.all([firstTexts(chosen), files.rest(chosen)])
      phrases = phrasesOf(others, texts, 'kontor.')
      locale = chosen
      rest = Promise.resolve()
      isWhole = true
      localStorage.setItem(storageKey, chosen)
      document.documentElement.lang = chosen
    },
    getLocale: currentLocale,
    getLocales: () => locales,
  }
}

async function firstTexts(of: string): Promise<Phrases> {
  return phrasesOf(withOwn(await files.first(of)) as unknown as Tree)
}

/** Loads what the first pages do not show. Pages that are loaded when they are first shown wait for it. */
export function restOfTexts(): Promise<void> {
  const known = phrases
  rest ??= files.rest(locale).then(
    (tree) => {
      phrasesOf(tree, known, 'kontor.')
      // Another language was chosen meanwhile.
      if (known !== phrases) return
      isWhole = true
      onWhole()
    },
    (error) => {
      // Whoever asks next tries again.
      rest = undefined
      throw error
    },
  )
  return rest
}

/** Called when all texts are there: what was drawn before is drawn again. */
export function whenWhole(act: () => void): () => void {
  onWhole = act
  return () => {
    onWhole = () => undefined
  }
}

/** The current language. */
export function currentLocale(): string {
  return locale
}

/** For texts outside components. A text that is not loaded yet is empty until it is; one that does not exist is its name. */
export function translate(key: string, values: Record<string, unknown> = {}): string {
  const known = phrases.get(key)
  if (known !== undefined) return fill(known, values, locale)
  if (!isWhole && key.startsWith('kontor.')) void restOfTexts().catch(() => undefined)
  if (typeof values._ === 'string') return fill(values._, values, locale)
  return isWhole || !key.startsWith('kontor.') ? fill(key, values, locale) : ''
}
