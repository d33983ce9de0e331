import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core'

/** Where a Chromium or Chrome of this machine may be; none is ever downloaded. */
const candidates = [
  process.env.KONTOR_BROWSER ?? '',
  // Chromium without windows: the same engine, a fifth quicker.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findBrowser(): string | undefined {
  return candidates.find((path) => path !== '' && existsSync(path))
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.')
  return chromium.launch({
    executablePath,
    args: [
      // As root, in a container, without a graphics card or the internet.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
    ],
  })
}

export interface Look {
  locale?: string
  width?: number
  colorScheme?: 'light' | 'dark'
}

export async function openContext(
  browser: Browser,
  { locale = 'en-US', width = 1440, colorScheme = 'light' }: Look = {},
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined> = {
    cookies: [],
    origins: [],
  },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale,
    colorScheme,
    storageState,
    viewport: { width, height: 900 },
    // Motion only makes tests wait.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Sooner than the test's own limit, so that what was waited for is named.
  context.setDefaultTimeout(10_000)
  return context
}

/** Everything a page complained about: errors, exceptions and violations of its policy. */
export function complaints(page: Page, ignore: (text: string) => boolean = () => false): string[] {
  const found: string[] = []
  const note = (text: string) => {
    if (!ignore(text)) found.push(text)
  }
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`exception: ${error.message}`))
  return found
}
