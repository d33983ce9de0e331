import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { chosenLocale, createI18nProvider } from './i18n/i18n-provider.ts'

/** The page's policy lets only styles with this word in; the service makes a new one for each response. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

// A newer service has other files: the page is as old as they are.
window.addEventListener('vite:preloadError', () => window.location.reload())

document.documentElement.lang = chosenLocale()
const i18nProvider = await createI18nProvider()
const cache = createCache({ key: 'k', nonce: styleNonce() })
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <App i18nProvider={i18nProvider} />
    </CacheProvider>
  </StrictMode>,
)
