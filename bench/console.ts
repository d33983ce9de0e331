import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startInstance } from '../demo/instance.ts'
import { findBrowser, openBrowser, openContext } from '../e2e/browser.ts'
import { consoleFolder } from '../scripts/console-build.mjs'
import { atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

/** The compressed size of a first visit, and the time until input is possible. */
export async function run(): Promise<Row[]> {
  const rows = [sizeOfFirstLoad()]
  if (findBrowser() === undefined) {
    console.error('console: no browser was found, so the time to interactive is not measured')
    return rows
  }
  // A browser is opened by the tests of the console as well.
  return sized(rows, undefined) ?? [...rows, await timeToInteractive()]
}

function sizeOfFirstLoad(): Row {
  const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/\/assets\/([\w.-]+\.(?:js|css|svg))/g)].map(([, name]) => name as string)
  // The texts of one language are loaded by the script.
  const texts = readdirSync(join(consoleFolder, 'assets')).find((name) => /^texts-ru-.*\.js$/.test(name))
  const files = [...new Set([...named, ...(texts ? [texts] : [])])]
  const bytes = files.reduce(
    (sum, name) => sum + statSync(join(consoleFolder, 'assets', `${name}.br`)).size,
    page.length,
  )
  return {
    what: 'console: first load, compressed',
    measured: `${files.length + 1} files`,
    against: 'limit of 380 kB',
    ...atMost(bytes / 1000, 380, ' kB'),
  }
}

const attempts = sized(1, 5)

async function timeToInteractive(): Promise<Row> {
  const instance = await startInstance(Number(process.env.PORT || 8187))
  const browser = await openBrowser()
  try {
    const times: number[] = []
    for (let attempt = 0; attempt < attempts; attempt++) {
      // A new context has an empty cache, so each attempt is a first visit.
      const context = await openContext(browser)
      const page = await context.newPage()
      const begun = performance.now()
      await page.goto(instance.url)
      await page.locator('input[name="email"]').fill('owner@example.com')
      times.push(performance.now() - begun)
      await context.close()
    }
    const median = times.toSorted((a, b) => a - b)[Math.floor(attempts / 2)] as number
    return {
      what: 'console: time to interactive with empty cache, localhost',
      measured: `median of ${attempts}`,
      against: 'limit of 3 s',
      ...atMost(median / 1000, 3, ' s'),
    }
  } finally {
    await browser.close()
    await instance.stop()
  }
}
