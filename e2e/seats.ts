import type { Browser, BrowserContext, Cookie, Page } from 'playwright-core'
import { type Look, openContext } from './browser.ts'

/** What a browser knows of its user when a test begins. */
export interface Memory {
  cookies: Cookie[]
  localStorage: Record<string, string>
}

interface Seat {
  look: string
  context: BrowserContext
  page: Page
  isTaken: boolean
}

/**
 * Browser contexts with a page. A later test gets the seat of an earlier one, without its cookies, storage, listeners and
 * other pages: the process of the page and what it has compiled of the console are a third of the work of a test.
 */
export function createSeats(browser: () => Browser, origin: () => string) {
  const seats: Seat[] = []

  async function take(look: Look, { cookies, localStorage }: Memory): Promise<Page> {
    const key = JSON.stringify(look)
    const seat = seats.find((seat) => seat.look === key && !seat.isTaken) ?? (await newSeat(look, key))
    seat.isTaken = true
    await seat.context.clearCookies()
    await seat.context.addCookies(cookies)
    // Any page of the origin, to have its storage.
    await seat.page.goto(`${origin()}/healthz`)
    await seat.page.evaluate((items) => {
      globalThis.localStorage.clear()
      for (const [name, value] of Object.entries(items)) globalThis.localStorage.setItem(name, value)
    }, localStorage)
    return seat.page
  }

  async function newSeat(look: Look, key: string): Promise<Seat> {
    const context = await openContext(browser(), look)
    const seat = { look: key, context, page: await context.newPage(), isTaken: true }
    seats.push(seat)
    return seat
  }

  async function leave(seat: Seat): Promise<void> {
    const { context, page } = seat
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    // A clock that a test has installed cannot be taken away.
    if (page.isClosed() || !(await hasRealTime(page))) {
      seats.splice(seats.indexOf(seat), 1)
      return context.close()
    }
    page.removeAllListeners()
    await context.setOffline(false)
    await page.goto('about:blank')
    seat.isTaken = false
  }

  return {
    take,
    async leaveAll(): Promise<void> {
      await Promise.all(seats.filter(({ isTaken }) => isTaken).map(leave))
    },
  }
}

function hasRealTime(page: Page): Promise<boolean> {
  return page.evaluate(() => Date.toString().includes('[native code]'))
}
