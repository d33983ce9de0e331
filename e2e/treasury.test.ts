import { expect, test } from 'vitest'
import { chosen } from '../test/support/cases/scale.ts'
import { givenTreasury, newAcquisition } from '../test/treasury/given-treasury.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
let references = 0

test.each(chosen(1, looks))(
  'a purchase is recorded, and the transaction that brought it is matched, $locale',
  async (look) => {
    const { acquisitions, chain_lines: lines } = wordsOf(look.locale)
    const owner = await console.server.signIn('owner')
    const treasury = await givenTreasury(console.server, owner)
    const { short_name } = (await owner.get(`/v1/desk/companies/${treasury.companyId}`)).body
    const wallet = treasury.wallet('tron')
    const reference = `OTC-B-${++references}`

    const page = await console.open('officer', { ...look, place: '/acquisitions' })
    await page.getByRole('button', { name: acquisitions.new }).first().click()
    const dialog = page.getByRole('dialog')
    const choose = async (label: string, option: string) => {
      await dialog.getByLabel(label).click()
      await page.getByRole('option', { name: option }).last().click()
    }
    const { columns } = acquisitions
    await choose(columns.company, short_name)
    await choose(columns.wallet, wallet.address)
    await dialog.getByLabel(columns.amount).fill('1000')
    await dialog.getByLabel(columns.cost).fill('92000')
    await dialog.getByLabel(columns.time).fill('2026-01-15T09:00')
    await dialog.getByLabel(columns.counterparty).fill('ООО «Биржа»')
    await dialog.getByLabel(columns.reference).fill(reference)
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: acquisitions.save }).click()
    await page.getByText(acquisitions.saved).waitFor()
    await page.getByText(reference).first().waitFor()

    // Another purchase of the same amount, whose transaction only people can tell apart.
    const other = await owner.post('/v1/treasury/acquisitions', newAcquisition(treasury))
    expect(other.status).toBe(201)
    const hash = `c${references}`.padEnd(64, '0')
    const csv = `time,network,wallet,asset,amount,tx_hash\n2026-01-15T09:00:00Z,tron,${wallet.address},USDT,1000,${hash}\n`
    await page.goto(console.url('/chain-lines'))
    await page.getByRole('button', { name: lines.import, exact: true }).first().click()
    const file = { name: 'january.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await dialog.locator('input[type="file"]').setInputFiles(file)
    await dialog.getByRole('button', { name: lines.import, exact: true }).click()
    await page.getByText(lines.imported_title).waitFor()
    const { items } = (await owner.get('/v1/treasury/chain-lines?limit=100')).body
    const { id } = items.find((one: { tx_hash: string }) => one.tx_hash === hash)
    await page.goto(console.url(`/chain-lines/${id}/show`))
    await page.getByText(reference).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: lines.match, exact: true }).first().click()
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: lines.do.match, exact: true }).click()
    await page.getByText(lines.done.match).waitFor()
    expect((await owner.get(`/v1/treasury/chain-lines/${id}`)).body).toMatchObject({
      status: 'matched',
      match: { kind: 'acquisition' },
    })
  },
)
