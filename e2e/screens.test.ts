import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { isFull, scaled } from '../test/support/cases/scale.ts'
import { transfersOn } from '../test/support/given/given-transfer.ts'
import type { Look } from './browser.ts'
import { dialogs, type Ids } from './dialogs.ts'
import { givenEverything } from './given-everything.ts'
import { accessibilityFaults, overflows, settled, startConsole } from './harness.ts'
import { areas } from './screens.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: transfersOn })
let ids: Ids

beforeAll(async () => {
  ids = await givenEverything(console.server)
})

/** Every pair of a language, a width and a scheme is among them; all twelve combinations would find little more. */
const pairs: Required<Look>[] = [
  { locale: 'en-US', width: 1440, colorScheme: 'light' },
  { locale: 'en-US', width: 1024, colorScheme: 'dark' },
  { locale: 'en-US', width: 390, colorScheme: 'dark' },
  { locale: 'ru-RU', width: 1440, colorScheme: 'dark' },
  { locale: 'ru-RU', width: 1024, colorScheme: 'light' },
  { locale: 'ru-RU', width: 390, colorScheme: 'light' },
]
const looks = scaled(pairs.slice(0, 1), pairs)

/** Pages that need a story of their own; their tests ask axe about them. */
const elsewhere: Record<string, string> = {
  '/approvals/:id/show': 'approvals.test.ts',
  // They only lead to others.
  '/views/:id': 'views.test.ts',
  '/purchase-requests/number/:number': 'requests.test.ts',
}

test('no page of the console is left out', () => {
  const shown = Object.values(areas)
    .flatMap((places) => places(ids))
    .map((place) => `#${place.replace(/\?.*/, '')}#`)
  const isShown = (page: string) => {
    const pattern = new RegExp(`^#${page.replaceAll(/:\w+/g, '[^/#]+')}#$`)
    return shown.some((place) => pattern.test(place))
  }
  const left = pagesOfFeatures().filter((page) => !isShown(page) && elsewhere[page] === undefined)
  expect(left).toEqual([])
})

/** The addresses that the features declare. Their files cannot be loaded here, because they name components. */
function pagesOfFeatures(): string[] {
  const kinds = { list: '', create: '/create', edit: '/:id', show: '/:id/show' }
  return globSync('console/*/feature.ts').flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const routes = [...source.matchAll(/'(\/[\w/:-]+)': (?:lazyPage|[A-Z])/g)].map(([, path = '']) => path)
    const resources = [...source.matchAll(/^ {4}'?([\w-]+)'?: resource\(\{(.*?)^ {4}\}\)/gms)].flatMap(
      ([, name, declared = '']) => {
        const pages = declared.slice(declared.indexOf('pages: {'))
        return Object.entries(kinds).flatMap(([kind, rest]) =>
          new RegExp(`\\b${kind}: (lazyPage|[A-Z])`).test(pages) ? [`/${name}${rest}`] : [],
        )
      },
    )
    return [...routes, ...resources]
  })
}

/** Keys that would do two things. */
async function doubledKeys(page: Page): Promise<string[]> {
  const keys = await page
    .locator('[aria-keyshortcuts]:visible')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-keyshortcuts') ?? ''))
  return keys.filter((key, at) => keys.indexOf(key) !== at)
}

describe.each(looks)('at $width px, $locale, $colorScheme', (look) => {
  test.each(Object.entries(areas))(
    'screens of %s are accessible and do not scroll horizontally',
    async (_area, places) => {
      const page = await console.open('owner', look)
      const found: string[] = []
      for (const place of places(ids)) {
        await page.goto(console.url(place))
        await settled(page)
        for (const fault of await accessibilityFaults(page)) found.push(`${place}: ${fault}`)
        if (await overflows(page)) found.push(`${place}: overflows`)
        for (const key of await doubledKeys(page)) found.push(`${place}: the key ${key} twice`)
      }
      expect(found).toEqual([])
    },
  )

  test.runIf(isFull)('all dialogs are accessible, also with the keyboard', async () => {
    const page = await console.open('owner', look)
    const found: string[] = []
    const words = wordsOf(look.locale)
    for (const { name, place, open } of dialogs(words, ids)) {
      await page.goto(console.url(place))
      await settled(page)
      await open(page)
      const dialog = page.getByRole('dialog')
      const isDialog = (await dialog.count()) > 0
      const faults = await accessibilityFaults(page, isDialog ? { within: '[role="dialog"]' } : {})
      for (const fault of faults) found.push(`${name}: ${fault}`)
      if (await overflows(page)) found.push(`${name}: overflows`)
      if (!isDialog) {
        // What was typed is discarded: a reload is accepted without a question to the test.
        await page.reload()
        continue
      }
      // A dialog gets the focus. Escape closes it, except for a secret that is shown only once.
      const inside = await dialog.evaluate((node) => node.contains(node.ownerDocument.activeElement))
      if (!inside) found.push(`${name}: has no focus`)
      const saved = dialog.getByRole('button', { name: words.action.understood })
      if ((await saved.count()) > 0) await saved.click()
      else await page.keyboard.press('Escape')
      // A chosen file or a typed text is discarded only after a question.
      const discard = page.getByRole('button', { name: words.unsaved.discard })
      if (await discard.isVisible()) await discard.click()
      await dialog.waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
  })

  test('both menus are accessible', async () => {
    const page = await console.open('owner', look)
    const words = wordsOf(look.locale)
    await page.getByRole('button', { name: look.width > 600 ? 'Test owner' : words.menu.user }).click()
    await page.getByRole('menuitem', { name: words.menu.account }).waitFor()
    // A menu above the page is not inside a landmark region.
    expect(await accessibilityFaults(page, { without: ['region'] })).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: words.menu.account }).waitFor({ state: 'detached' })
    if (look.width > 600) return
    await page.locator('header').getByRole('button').first().click()
    await page.getByRole('menuitem', { name: words.menu.organizations }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('with reduced motion, what moves is at its place at once', async () => {
    const page = await console.open('owner', look)
    const top = await page.locator('body').evaluate((body) => {
      const moved = body.ownerDocument.createElement('div')
      moved.style.cssText = 'position: fixed; top: 0'
      body.append(moved)
      moved.getBoundingClientRect()
      moved.style.transform = 'translateY(44px)'
      return moved.getBoundingClientRect().top
    })
    expect(top).toBe(44)
  })

  test('keyboard focus can be seen and is no selection, and an empty progress bar looks empty', async () => {
    const page = await console.open('owner', look)
    await page.keyboard.press('Tab')
    const skip = page.locator('.skip-nav-button')
    await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThan(0)
    expect(await skip.evaluate((node) => node.ownerDocument.activeElement === node)).toBe(true)
    // Wide enough for its text, which react-admin leaves out on narrow screens.
    expect((await skip.boundingBox())?.width).toBeGreaterThan(80)
    await expect.poll(() => contrastOf(skip)).toBeGreaterThan(4.5)
    if (look.width > 600) {
      const style = (name: string) =>
        page.getByRole('menuitem', { name, exact: true }).evaluate((node) => {
          const { backgroundColor, outlineStyle } = node.ownerDocument.defaultView.getComputedStyle(node)
          return { backgroundColor, outlineStyle }
        })
      const { menu } = wordsOf(look.locale)
      const selected = await style(menu.overview)
      await page.getByRole('menuitem', { name: menu.overview, exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect.poll(async () => (await style(menu.organizations)).outlineStyle).toBe('solid')
      expect((await style(menu.organizations)).backgroundColor).not.toBe(selected.backgroundColor)
    }
    await page.goto(console.url(`/organizations/${ids.empty}/show/documents`))
    const track = page.getByRole('main').locator('[role="progressbar"][aria-valuenow="0"]')
    // Grey: red, green and blue are the same.
    expect(
      await track.evaluate((node) => node.ownerDocument.defaultView.getComputedStyle(node).backgroundColor),
    ).toMatch(/^rgba?\((\d+), \1, \1[,)]/)
  })

  test.each(['/login', '/set-password', '/set-password?token=x'])('%s is accessible', async (place) => {
    // There is no link with this token.
    if (place.includes('token')) console.expectRefusal(401)
    const page = await console.visit({ ...look, place })
    await page.locator('h1').first().waitFor()
    await settled(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
})

/** The contrast of text and background by WCAG; axe does not judge an element above others. */
async function contrastOf(element: Locator): Promise<number> {
  const colors = await element.evaluate((node) => {
    const { color, backgroundColor } = node.ownerDocument.defaultView.getComputedStyle(node)
    return [color, backgroundColor] as string[]
  })
  const [light = 0, dark = 0] = colors.map(luminance).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
