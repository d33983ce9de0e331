import type { Locator, Page } from 'playwright-core'
import type { Words } from './words.ts'

/** From this width on, a row opens beside its list. */
const paneFrom = 1200

/** The line above the rows of a list, as somebody uses it. */
export function listOf(page: Page, words: Words) {
  const { list_filters, pane, action, columns } = words

  async function openMenu(): Promise<void> {
    await page.getByRole('button', { name: new RegExp(`^${list_filters.filter}\\s*\\d*$`) }).click()
  }
  async function edit(label: string): Promise<void> {
    await openMenu()
    await page.getByRole('menuitem', { name: new RegExp(`^${escaped(label)}(:|$)`) }).click()
  }
  return {
    /** One of a few values. */
    async choose(label: string, option: string): Promise<void> {
      await edit(label)
      await page.getByRole('menuitemradio', { name: option, exact: true }).click()
    },
    edit,
    /** An object or a value that is searched for. */
    async find(label: string, typed: string, option: string | RegExp): Promise<void> {
      await edit(label)
      await page.getByRole('combobox', { name: label }).fill(typed)
      await page.getByRole('option', { name: option }).click()
    },
    /** Takes an object away that was searched for. */
    async remove(label: string): Promise<void> {
      await edit(label)
      const field = page.getByRole('combobox', { name: label })
      await field.fill('')
      await field.press('Escape')
      await field.waitFor({ state: 'detached' })
    },
    /** Orders the list where its column may have no room. */
    async order(order: 'newest' | 'oldest'): Promise<void> {
      await page.getByRole('button', { name: columns.title, exact: true }).click()
      await page.getByRole('button', { name: list_filters[order], exact: true }).click()
    },
    /** Shows what a row without a page has no room for. */
    async unfold(row: Locator): Promise<void> {
      await row.waitFor()
      const rest = row.getByRole('button', { name: columns.rest })
      if ((await rest.count()) > 0) await rest.click()
    },
    async days(label: string, days: { from?: string; to?: string }): Promise<void> {
      await edit(label)
      const field = page.getByRole('textbox', { name: label, exact: true })
      await field.fill(`${days.from ?? ''} – ${days.to ?? ''}`.trim())
      await field.press('Enter')
      await field.waitFor({ state: 'detached' })
    },
    /** Waits until a filter is set to something; on a phone only the menu says it. */
    async isSet(label: string, option: string): Promise<void> {
      await openMenu()
      await page.getByRole('menuitem', { name: `${label}: ${option}`, exact: true }).waitFor()
      await page.keyboard.press('Escape')
    },
    async isNotSet(label: string): Promise<void> {
      await openMenu()
      await page.getByRole('menuitem', { name: label, exact: true }).waitFor()
      await page.keyboard.press('Escape')
    },
    async clear(): Promise<void> {
      await openMenu()
      await page.getByRole('menuitem', { name: action.clear_filters }).click()
    },
    /** Opens the page of a row, also where a click shows it beside the list. */
    async open(link: Locator): Promise<void> {
      await link.click()
      if ((page.viewportSize()?.width ?? 0) < paneFrom) return
      await page.getByRole('link', { name: pane.page }).click()
      await page.getByRole('link', { name: pane.page }).waitFor({ state: 'detached' })
    },
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
