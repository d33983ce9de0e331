import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core'

/** Possible paths of Chromium or Chrome; none is downloaded. */
const candidates = [
  process.env.KONTOR_BROWSER ?? '',
  // The headless shell has the same engine and is a fifth faster.
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
  if (executablePath === undefined) throw new Error('No Chromium was found.')
  return chromium.launch({
    executablePath,
    args: [
      // For root, containers, and machines without graphics card or internet.
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
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale,
    colorScheme,
    viewport: { width, height: 900 },
    // Animations only slow tests down.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Shorter than the timeout of the test, so that the error names the awaited element.
  context.setDefaultTimeout(30_000)
  return context
}

/** Everything a page reported: errors, exceptions and policy violations. */
export function complaints(page: Page, ignore: (text: string) => boolean = () => false): string[] {
  const found: string[] = []
  const note = (text: string) => {
    if (!ignore(text)) found.push(text)
  }
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`exception: ${error.message}`))
  return found
}
