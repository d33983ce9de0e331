import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider, TranslationMessages } from 'react-admin'
import { type Texts, withOwn } from './own-texts.ts'

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

let provider: I18nProvider

/** Makes the provider of react-admin, and the one that `translate` uses. A browser loads one language. */
export async function createI18nProvider(
  load: (locale: string) => Promise<Texts<TranslationMessages>>,
): Promise<I18nProvider> {
  const chosen = chosenLocale()
  const first = withOwn(await load(chosen))
  provider = polyglotI18nProvider(
    (locale) => (locale === chosen ? first : load(locale).then(withOwn)),
    chosen,
    locales,
    { allowMissing: true },
  )
  return {
    ...provider,
    async changeLocale(locale: string) {
      await provider.changeLocale(locale)
      localStorage.setItem(storageKey, locale)
      document.documentElement.lang = locale
    },
  }
}

/** The current language. */
export function currentLocale(): string {
  return provider.getLocale()
}

/** For texts outside components. */
export function translate(key: string, options?: Record<string, unknown>): string {
  return provider.translate(key, options)
}
