import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { english } from './messages.ts'

export const locales = [
  { locale: 'ru', name: 'Русский' },
  { locale: 'en', name: 'English' },
]

/** The language is a matter of taste, not of secrets: it may be remembered. */
const remembered = 'kontor.locale'

export function chosenLocale(): string {
  const stored = localStorage.getItem(remembered)
  if (locales.some(({ locale }) => locale === stored)) return stored as string
  return navigator.languages.some((language) => language.startsWith('ru')) ? 'ru' : 'en'
}

let provider: I18nProvider

/** English is the base that everything falls back to; another language is loaded when it is asked for. */
export async function createI18nProvider(): Promise<I18nProvider> {
  const first = await messagesOf(chosenLocale())
  provider = polyglotI18nProvider(
    (locale) => (locale === chosenLocale() ? first : messagesOf(locale)),
    chosenLocale(),
    locales,
    { allowMissing: true },
  )
  return {
    ...provider,
    async changeLocale(locale: string) {
      await provider.changeLocale(locale)
      localStorage.setItem(remembered, locale)
      document.documentElement.lang = locale
    },
  }
}

/** The language that is shown now. */
export function currentLocale(): string {
  return provider.getLocale()
}

/** For texts outside of a component. */
export function translate(key: string, options?: Record<string, unknown>): string {
  return provider.translate(key, options)
}

async function messagesOf(locale: string) {
  return locale === 'ru' ? (await import('./russian.ts')).russian : english
}
