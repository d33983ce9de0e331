import { afterAll, expect, test } from 'vitest'
import { startBitcoinNetwork } from '../test/support/given/bitcoin-network.ts'
import { startEthereumNetwork } from '../test/support/given/ethereum-network.ts'
import { givenOwnOrganization } from '../test/support/given/given-stock.ts'
import {
  eth,
  givenEntry,
  givenTransfer,
  transfersOn,
  walletOn,
} from '../test/support/given/given-transfer.ts'
import { givenWallets } from '../test/support/given/given-wallets.ts'
import { make } from '../test/transfers/given-batches.ts'
import { givenBitcoinDesk, givenBitcoinDrafts, recipients } from '../test/transfers/given-bitcoin-batches.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const node = await startEthereumNetwork()
const bitcoin = await startBitcoinNetwork()
afterAll(() => Promise.all([node.close(), bitcoin.close()]))
const console = startConsole({
  env: { ...transfersOn, KONTOR_RPC_ETHEREUM: node.url, KONTOR_RPC_BITCOIN: bitcoin.url },
})

test.each(looks)('transfers are chosen, approved as a batch, and signed, $locale', async (look) => {
  const { transfers, transfer_batches: batches, batch_status } = wordsOf(look.locale)
  const own = await givenOwnOrganization(console.server)
  const payer = { ...own, entry: await givenEntry(own.owner, own.id) }
  const terms = { amount: String(eth / 100n), fee_ceiling: String(eth / 500n) }
  for (const reason of ['One', 'Two']) await givenTransfer(own.owner, payer, { ...terms, reason })
  const page = await console.open('owner', { ...look, place: `/transfers?organization_id=${own.id}` })
  for (const box of [1, 2]) await page.getByRole('checkbox').nth(box).check()
  await page.getByRole('button', { name: batches.make }).click()
  const dialog = page.getByRole('dialog', { name: batches.make })
  const reason = dialog.getByRole('textbox', { name: transfers.fields.reason })
  await reason.click()
  await reason.fill('Deliveries')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: batches.make }).click()
  await page.getByText(batches.what_now.draft).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: batches.sign }).click()
  await page.getByText(batch_status.signed, { exact: true }).first().waitFor()
  // A transfer that is signed says so before its batch does.
  const batch = async () => (await own.owner.get('/v1/transfer-batches?limit=1')).body.items
  await expect.poll(batch).toMatchObject([{ organization_id: own.id, count: 2, signed: 2, status: 'signed' }])
})

test.each(looks)('on bitcoin one transaction makes all transfers of a batch, $locale', async (look) => {
  const { transfers, transfer_batches: batches } = wordsOf(look.locale)
  const desk = await givenBitcoinDesk(console.server)
  bitcoin.give(desk.wallet.address, 1_000_000n)
  const { body: batch } = await make(desk.owner, await givenBitcoinDrafts(desk, ['30000', '50000']))
  const page = await console.open('owner', { ...look, place: `/transfer-batches/${batch.id}/show` })
  await page.getByRole('button', { name: batches.sign }).click()
  const outputs = page.getByText(batches.outputs, { exact: true }).locator('..')
  for (const address of recipients.slice(0, 2)) await outputs.getByText(address, { exact: false }).waitFor()
  await expectAccessible(page)

  await page
    .getByRole('link', { name: /0[.,]0003/ })
    .first()
    .click()
  await page.getByText(transfers.fields.output, { exact: true }).waitFor()
  await expectAccessible(page)
})

test.each(looks)('a wallet that cannot pay its fee is topped up, $locale', async (look) => {
  const { wallets, companies } = wordsOf(look.locale)
  await console.server.db
    .updateTable('desk_companies')
    .set({ fuel_wallets: '[]' as never })
    .execute()
  const own = await givenOwnOrganization(console.server)
  const page = await console.open('owner', { ...look, place: `/desk-companies/${own.company.id}/show` })
  await page.getByRole('button', { name: companies.fuel_edit }).click()
  const dialog = page.getByRole('dialog', { name: companies.fuel })
  for (const [text, amount] of [
    [companies.fuel_amount, '1'],
    [companies.fuel_fee, look.locale.startsWith('ru') ? '0,002' : '0.002'],
  ] as const) {
    const [, after = ''] = text.split('%{network}')
    const field = dialog.getByRole('textbox', { name: `Ethereum${after.replace('%{coin}', 'ETH')}` })
    await field.click()
    await field.fill(amount)
  }
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button').last().click()
  await page.getByText(companies.fuel_saved).waitFor()

  const needy = await givenWallets(console.server, own.owner)
  const wallet = walletOn(needy.wallets, 'ethereum')
  for (const [asset, amount] of [
    ['USDT', '1500'],
    ['ETH', '0.001'],
  ] as const)
    await console.server.db
      .insertInto('wallet_balances')
      .values({ wallet_id: wallet.id, asset, amount, checked_at: new Date() })
      .execute()
  const shown = await console.open('owner', { ...look, place: `/wallets/${wallet.id}/show` })
  await shown.getByText(wallets.top_up_help, { exact: false }).waitFor()
  await expectAccessible(shown)
  await shown.getByRole('button', { name: wallets.top_up }).click()
  await shown.getByText(wallets.top_up_prepared).waitFor()
  const { items } = (await own.owner.get(`/v1/transfers?organization_id=${own.id}`)).body
  expect(items).toMatchObject([{ fuel_for: needy.id, address_id: wallet.id, asset: 'ETH' }])
})
