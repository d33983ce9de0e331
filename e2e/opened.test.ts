import { beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../test/support/cases/scale.ts'
import { transfersOn } from '../test/support/given/given-transfer.ts'
import type { Ids } from './dialogs.ts'
import { givenEverything } from './given-everything.ts'
import { accessibilityFaults, overflows, settled, startConsole } from './harness.ts'
import { areas } from './screens.ts'

/** What opens is looked at in both; the languages are two runs. */
const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
] as const

const opens = '[role="dialog"], [role="menu"], .MuiPopover-paper'

// Every button of every page is pressed once: no dialog or menu is forgotten because nobody has listed it.
describe.runIf(isFull).each(['en-US', 'ru-RU'])('%s', (locale) => {
  const console = startConsole({ env: transfersOn })
  let ids: Ids
  beforeAll(async () => {
    ids = await givenEverything(console.server)
  })

  test.each(Object.entries(areas))('what the buttons of %s open is accessible', async (_area, places) => {
    // Some buttons act, and what they ask for is refused here.
    console.expectComplaint('Failed to load resource')
    const page = await console.open('owner', { locale })
    const buttons = page.getByRole('main').getByRole('button')
    const namesOf = () =>
      buttons.evaluateAll((nodes) =>
        nodes.map((node) => String(node.getAttribute('aria-label') ?? node.textContent)),
      )
    const show = async (place: string) => {
      await page.goto('about:blank')
      await page.goto(console.url(place))
      await settled(page)
    }
    const found: string[] = []
    const pressed = new Set<string>()
    let count = 0
    for (const place of places(ids)) {
      await show(place)
      for (const [index, name] of (await namesOf()).entries()) {
        // One for each kind of row.
        const kind = name.replace(/[:«\d].*/s, '')
        if (pressed.has(kind)) continue
        pressed.add(kind)
        await show(place)
        const button = buttons.nth(index)
        // An earlier button may have changed what is here.
        if ((await namesOf())[index] !== name || !(await button.isEnabled())) continue
        await button.click()
        const opened = page.locator(opens).filter({ visible: true }).first()
        await opened.waitFor({ timeout: 1_500 }).catch(() => undefined)
        if (!(await opened.isVisible())) continue
        count += 1
        for (const { colorScheme, width } of looks) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.setViewportSize({ width, height: 900 })
          const isDialog = (await page.getByRole('dialog').count()) > 0
          // A menu above the page is in no landmark.
          const where = isDialog ? { within: '[role="dialog"]' } : { without: ['region'] }
          const seen = `${place}, ${name}, ${colorScheme}, ${width} px`
          for (const fault of await accessibilityFaults(page, where)) found.push(`${seen}: ${fault}`)
          if (await overflows(page)) found.push(`${seen}: overflows`)
        }
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    }
    expect(found).toEqual([])
    expect(count).toBeGreaterThan(0)
  })
})
