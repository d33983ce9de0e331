import { afterAll, expect, test } from 'vitest'
import { startEthereumNetwork } from '../test/support/given/ethereum-network.ts'
import { givenCompany } from '../test/support/given/given-paper.ts'
import { givenStock } from '../test/support/given/given-stock.ts'
import { transferPath, transfersOn } from '../test/support/given/given-transfer.ts'
import { givenWallets } from '../test/support/given/given-wallets.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const node = await startEthereumNetwork()
afterAll(() => node.close())
const { network } = node
const console = startConsole({ env: { ...transfersOn, KONTOR_RPC_ETHEREUM: node.url } })

/** Lets the service ask the node what became of transfers, as if nobody had asked yet. */
async function checkEffects() {
  await console.server.db.updateTable('transfers').set({ checked_at: null }).execute()
  await console.server.service.transferEffects.run(new AbortController().signal)
}

test.each(looks)(
  'a deal is delivered from a wallet of ours, and nobody types a hash, $locale',
  async (look) => {
    const words = wordsOf(look.locale)
    const { transfers } = words
    const { request, owner } = await givenStock(console.server)
    const place = `/purchase-requests/${request.id}/show`
    const page = await console.open('owner', { ...look, place })
    await page.getByRole('link', { name: transfers.send_for_request }).click()
    await page.getByText(transfers.delivering.replace('%{number}', request.number)).waitFor()
    // The wallet with the smallest sufficient balance is chosen already.
    await page.getByText(transfers.free.replace('%{amount}', '1\u00a0ETH')).first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: transfers.next }).click()
    await page.getByText(transfers.to_as_approved).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('button', { name: transfers.next }).click()
    await page.getByRole('button', { name: transfers.create }).click()

    await page.getByRole('button', { name: transfers.sign, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: transfers.sign })
    await dialog.getByRole('button', { name: transfers.sign }).click()
    await page.getByText(transfers.signed).waitFor()
    await page.getByRole('button', { name: transfers.broadcast }).click()
    await page.getByText(transfers.broadcast_done).waitFor()
    const [made] = (await owner.get(`/v1/transfers?request_id=${request.id}`)).body.items
    expect(made.from_wallet_id).not.toBe(made.address_id)

    await page.getByRole('link', { name: transfers.open, exact: true }).first().click()
    await page
      .getByText(
        transfers.on_the_way.replace('%{amount}', /ru/.test(look.locale) ? '0,1\u00a0ETH' : '0.1\u00a0ETH'),
      )
      .waitFor()
    await expectAccessible(page)
    const raw = network.broadcasts.at(-1) as string
    network.mined.set(made.signature.tx_id, { raw, status: 1, block: 90n })
    network.head = 200n
    await checkEffects()
    await page.getByText(made.signature.tx_id).first().waitFor()
    expect((await owner.get(`/v1/purchase-requests/${request.id}`)).body).toMatchObject({
      status: 'completed',
      tx_hash: made.signature.tx_id,
    })
    expect((await owner.get(transferPath(made.id))).body.status).toBe('confirmed')
    network.head = 100n
    network.sent += 1n
  },
)

test.each(looks)('a company is given its organization, which is marked, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { companies } = words
  const { id, owner } = await givenWallets(console.server)
  const { inn } = (await owner.get(`/v1/organizations/${id}`)).body
  const company = await givenCompany(owner)
  const page = await console.open('owner', { ...look, place: `/desk-companies/${company.id}/show` })
  await page.getByRole('button', { name: companies.name_organization }).click()
  const dialog = page.getByRole('dialog', { name: companies.name_organization })
  const field = dialog.getByRole('combobox', { name: companies.organization })
  await field.click()
  await field.fill(inn)
  await page.getByRole('option', { name: new RegExp(inn) }).click()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: companies.name_organization }).click()
  await page.getByText(companies.organization_named).waitFor()
  await page.getByRole('link', { name: words.wallets.title }).waitFor()
  await expectAccessible(page)
  await page.goto(page.url().replace(/desk-companies.*/, `organizations/${id}/show`))
  await page.getByText(companies.own, { exact: true }).first().waitFor()
})
