import { expect, test } from 'vitest'
import { givenDelivery, givenStock } from '../test/support/given/given-stock.ts'
import { ethereumInputs, transferPath, transfersOn } from '../test/support/given/given-transfer.ts'
import { acquire } from '../test/treasury/given-treasury.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole({ env: transfersOn })

test.each(looks)('what a deal earned is at the request, in the report and by day, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { results, position } = words
  const stock = await givenStock(console.server)
  const { owner, request } = stock
  const treasury = { companyId: stock.company.id, organizationId: stock.id, wallet: () => stock.wallet }
  await acquire(owner, treasury, {
    asset: 'ETH',
    network: 'ethereum',
    amount: '1',
    cost: { currency: 'RUB', amount: '90000.00' },
    acquired_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  })
  const transfer = await givenDelivery(owner, stock, request)
  expect((await owner.post(transferPath(transfer.id, '/sign'), ethereumInputs(0))).status).toBe(200)
  const evidence = { evidence: 'Два обозревателя показывают 40 подтверждений' }
  expect((await owner.post(transferPath(transfer.id, '/confirm'), evidence)).status).toBe(200)
  const { result } = (await owner.get(`/v1/purchase-requests/${request.id}/result`)).body
  expect(result).toBe('1000.00')

  const page = await console.open('owner', { ...look, place: `/purchase-requests/${request.id}/show` })
  const heading = page.getByRole('heading', { name: results.of_deal, exact: true })
  const section = page.locator('section', { has: heading })
  await section.getByText(results.provisional).waitFor()
  await section.getByText(/^1[,\s]000[.,]00/).waitFor()

  await page.goto(console.url('/results'))
  const table = page.getByRole('table', { name: results.title })
  await table.waitFor()
  await page.getByText(results.provisional_help).first().waitFor()
  await page.getByRole('button', { name: results.groups.client }).click()
  await table.getByRole('columnheader', { name: results.groups.client }).waitFor()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: results.csv }).click()
  expect((await saved).suggestedFilename()).toMatch(/^results-.*\.csv$/)

  await page.goto(console.url('/position'))
  await page.getByRole('img', { name: new RegExp(`^${position.history}: ETH`) }).waitFor()
  await expectAccessible(page)
})
