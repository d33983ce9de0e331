import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { chosenLocale, createI18nProvider, currentLocale } from './i18n/i18n-provider.ts'
import { loadTypeface } from './i18n/typeface.ts'

/** The policy of the page allows only styles with this nonce. Each response has a new one. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

const typeface = loadTypeface(chosenLocale())
const i18nProvider = await createI18nProvider({
  first: (locale) => (locale === 'ru' ? import('./texts-ru.ts') : import('./texts-en.ts')),
  async rest(locale) {
    const { own } = await (locale === 'ru' ? import('./texts-rest-ru.ts') : import('./texts-rest-en.ts'))
    return own
  },
})
await typeface
document.documentElement.lang = currentLocale()
const cache = createCache({ key: 'k', nonce: styleNonce() })
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <App i18nProvider={i18nProvider} />
    </CacheProvider>
  </StrictMode>,
)
