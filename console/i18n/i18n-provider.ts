import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider, TranslationMessages } from 'react-admin'

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
export async function createI18nProvider(): Promise<I18nProvider> {
  const chosen = chosenLocale()
  const first = await load(chosen)
  provider = polyglotI18nProvider((locale) => (locale === chosen ? first : load(locale)), chosen, locales, {
    allowMissing: true,
  })
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

/** The texts of react-admin with ours added, and one replaced. */
async function load(locale: string): Promise<TranslationMessages> {
  const { reactAdmin, own } = await (locale === 'ru' ? import('./texts-ru.ts') : import('./texts-en.ts'))
  const notification = { ...reactAdmin.ra.notification, logged_out: own.signed_out }
  return { ...reactAdmin, kontor: own, ra: { ...reactAdmin.ra, notification } }
}
