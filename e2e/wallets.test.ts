import { expect, test } from 'vitest'
import { givenWallets, walletsPath } from '../test/support/given/given-wallets.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

test.each(looks)(
  'the wallets of all organizations are found by a part of an address: $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const { id, owner, wallets } = await givenWallets(console.server)
    const other = await givenWallets(console.server)
    expect((await owner.post(walletsPath(id, '/replace'), { reason: 'Фраза раскрыта' })).status).toBe(201)
    const page = await console.open('officer', { ...look, place: '/wallets' })
    const address = (of: { address: string } | undefined) =>
      page.getByRole('link', { name: of?.address ?? '' })
    const old = wallets.find(({ network }) => network === 'ton')
    await address(old).waitFor()
    await address(other.wallets[0]).waitFor()
    // In its column an address has no middle; the button beside it copies it whole, and does not open it.
    const row = page.getByRole('row').filter({ has: address(old) })
    expect(await row.locator('[aria-hidden="true"]').first().textContent()).toMatch(/^.{9}….{6}$/)
    await row.getByRole('button', { name: `${words.action.copy}: ${old?.address}` }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(old?.address)
    expect(page.url()).not.toContain('pane=')
    await expectAccessible(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/wallets-${look.locale}.png` })

    await page.getByRole('textbox', { name: words.wallets.all.search }).fill(old?.address.slice(5, 15) ?? '')
    await address(other.wallets[0]).waitFor({ state: 'detached' })
    await listOf(page, words).open(address(old))
    await page.getByText('Фраза раскрыта').waitFor()
    await page.getByText(words.wallets.movements.empty_title ?? '').waitFor()
    await expectAccessible(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/wallet-${look.locale}.png` })
  },
)
