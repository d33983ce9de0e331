import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { owner, startInstance } from '../demo/instance.ts'
import { findBrowser, openBrowser, openContext } from '../e2e/browser.ts'
import { consoleFolder } from '../scripts/console-build.mjs'
import { atMost, type BenchOptions, type Row } from './report.ts'
import { type Scale, sized } from './scale.ts'

/** How much a first visit loads, the time until input is possible, and how fast people get to records. */
export async function run({ scale }: BenchOptions): Promise<Row[]> {
  const rows = [sizeOfFirstPage()]
  if (findBrowser() === undefined) {
    console.error('console: no browser was found, so only the size of the first page is measured')
    return rows
  }
  // A browser is opened by the tests of the console as well.
  return sized(rows, undefined) ?? [...rows, ...(await firstVisits()), ...(await timeToRecords(scale))]
}

/** Everything that the page loads before somebody can sign in: scripts, styles, the texts of a language and its fonts. */
function sizeOfFirstPage(): Row {
  const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
  const assets = readdirSync(join(consoleFolder, 'assets'))
  const named = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name]) => name as string)
  // The texts are loaded by the script, and the letters by the styles. Russian is the larger language.
  const loaded = assets.filter((name) =>
    /^(texts-ru-.*\.js|golos-text-(latin|cyrillic)-wght-.*\.woff2)$/.test(name),
  )
  const files = [...new Set([...named, ...loaded])]
  const bytes = files.reduce((sum, name) => {
    const compressed = assets.includes(`${name}.br`) ? `${name}.br` : name
    return sum + statSync(join(consoleFolder, 'assets', compressed)).size
  }, page.length)
  return {
    what: 'console: first load until the sign-in, compressed, with everything',
    measured: `${files.length + 1} files`,
    against: 'limit of 380 kB',
    ...atMost(bytes / 1000, 380, ' kB'),
  }
}

const attempts = sized(1, 5)

/** Of the console until input is possible, and of the description until its operations are listed. */
async function firstVisits(): Promise<Row[]> {
  const instance = await startInstance(Number(process.env.PORT || 8187))
  const browser = await openBrowser()
  try {
    const interactive = await visits(browser, async (page) => {
      await page.goto(instance.url)
      await page.locator('input[name="email"]').fill('owner@example.com')
    })
    const listed = await visits(browser, async (page) => {
      await page.goto(`${instance.url}/docs/`)
      await page.locator('.opblock-tag').last().waitFor()
    })
    return [
      {
        what: 'console: time to interactive with empty cache, localhost',
        measured: `median of ${attempts}`,
        against: 'limit of 3 s',
        ...atMost(interactive / 1000, 3, ' s'),
      },
      {
        what: 'console: description of the API with empty cache, localhost',
        measured: `median of ${attempts}`,
        against: 'limit of 2 s',
        ...atMost(listed / 1000, 2, ' s'),
      },
    ]
  } finally {
    await browser.close()
    await instance.stop()
  }
}

/** The median time of first visits: a new context has an empty cache. */
async function visits(browser: Browser, visit: (page: Page) => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const context = await openContext(browser)
    const page = await context.newPage()
    const begun = performance.now()
    await visit(page)
    times.push(performance.now() - begun)
    await context.close()
  }
  return median(times)
}

/** A long list: its first rows after the sign-in, and each next record in the pane. */
async function timeToRecords(scale: Scale): Promise<Row[]> {
  const count = { smoke: 2_000, small: 50_000, full: 1_000_000 }[scale]
  const child = fork(join(import.meta.dirname, 'console-server.ts'), [String(count)])
  const browser = await openBrowser()
  try {
    const { url } = await readiness(child)
    const firstRows: number[] = []
    const loads: Load[] = []
    const next: number[] = []
    for (let attempt = 0; attempt < attempts; attempt++) {
      // Russian has the larger texts.
      const context = await openContext(browser, { locale: 'ru-RU' })
      const page = await context.newPage()
      firstRows.push(await signInToList(page, url))
      loads.push(await loadUntilRows(page))
      if (attempt === 0) next.push(...(await walkInPane(page)))
      await context.close()
    }
    const [load] = loads.toSorted((a, b) => b.bytes - a.bytes) as [Load]
    return [
      {
        what: 'console: first load until the first list after the sign-in, compressed, with everything',
        measured: `${load.files} files`,
        against: 'limit of 380 kB',
        ...atMost(load.bytes / 1000, 380, ' kB'),
      },
      {
        what: `console: first rows of ${count.toLocaleString('en')} requests after the sign-in`,
        measured: `median of ${firstRows.length}`,
        against: 'limit of 1 s',
        ...atMost(median(firstRows) / 1000, 1, ' s'),
      },
      {
        what: 'console: next record in the pane',
        measured: `median of ${next.length}`,
        against: 'limit of 150 ms',
        ...atMost(median(next), 150, ' ms'),
      },
    ]
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function readiness(child: ChildProcess): Promise<{ url: string }> {
  const [ready] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`))),
  ])
  return ready
}

interface Load {
  files: number
  bytes: number
}

/** What a browser asked for before the rows were drawn, without the answers of the service. */
function loadUntilRows(page: Page): Promise<Load> {
  return page.evaluate(`(() => {
    const asked = performance.getEntriesByType('resource').filter(
      ({ name, startTime }) => startTime <= rowsDrawnAt && !new URL(name).pathname.startsWith('/v1/'),
    )
    const files = [...performance.getEntriesByType('navigation'), ...asked]
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.encodedBodySize, 0) }
  })()`)
}

/** Runs in the page, before anything else. */
const noteFirstRows = `{
  const observer = new MutationObserver(() => {
    if (!document.querySelector('tbody a')) return
    globalThis.rowsDrawnAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}`

/** From the key that signs in, with the password check, until rows of the list are drawn. */
async function signInToList(page: Page, url: string): Promise<number> {
  await page.addInitScript({ content: noteFirstRows })
  await page.goto(`${url}/#/purchase-requests`)
  await page.locator('input[name="email"]').fill(owner.email)
  await page.locator('input[name="password"]').fill(owner.password)
  const begun = performance.now()
  await page.keyboard.press('Enter')
  await page.locator('tbody a').first().waitFor()
  return performance.now() - begun
}

/** Goes down the list with the pane open, until its heading is there. */
async function walkInPane(page: Page): Promise<number[]> {
  const numbers = await page.locator('tbody a').allTextContents()
  const heading = (number: string) => page.getByRole('heading', { name: number }).first()
  await page.locator('tbody a').first().click()
  await heading(numbers[0] as string).waitFor()
  const times: number[] = []
  for (const number of numbers.slice(1, 1 + steps)) {
    // People look at a record before they go on.
    await page.waitForTimeout(300)
    const begun = performance.now()
    await page.keyboard.press('ArrowDown')
    await heading(number).waitFor()
    times.push(performance.now() - begun)
  }
  return times
}

const steps = 15

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
}
