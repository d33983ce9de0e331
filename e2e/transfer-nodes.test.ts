import { afterAll, beforeEach, expect, test } from 'vitest'
import { closureActs } from '../contract/api/acts.ts'
import { startEthereumNetwork } from '../test/support/given/ethereum-network.ts'
import {
  givenPaidRequest,
  givenPayer,
  givenSigned,
  givenTransfer,
  transferPath,
  transfersOn,
} from '../test/support/given/given-transfer.ts'
import { givenWallets } from '../test/support/given/given-wallets.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const node = await startEthereumNetwork()
afterAll(() => node.close())
const { network } = node
beforeEach(() => {
  network.head = 100n
  network.received = []
})

// Nobody listens at the port of the node of bitcoin.
const env = { ...transfersOn, KONTOR_RPC_ETHEREUM: node.url, KONTOR_RPC_BITCOIN: 'http://127.0.0.1:9' }
const console = startConsole({ env })

/** Lets the service ask the node what became of transfers, as if nobody had asked yet. */
async function checkEffects() {
  await console.server.db.updateTable('transfers').set({ checked_at: null }).execute()
  await console.server.service.transferEffects.run(new AbortController().signal)
}

test.each(looks)('with a node, a transfer goes from its inputs to its effect, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { transfers, transfer_step: steps } = words
  const { id, owner } = await givenPayer(console.server)
  const page = await console.open('owner', { ...look, place: `/transfers/create?organization_id=${id}` })
  await page.getByRole('combobox', { name: transfers.fields.from }).click()
  await page.getByRole('option', { name: /^Ethereum/ }).click()
  await page.getByText(transfers.balance.replace('%{amount}', '1\u00a0ETH')).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: transfers.next }).click()
  await page.getByRole('combobox', { name: transfers.fields.to }).click()
  await page.getByRole('option', { name: /Биржа/ }).click()
  await page.getByRole('textbox', { name: `${transfers.fields.amount}, ETH` }).fill('0.1')
  await page.getByRole('textbox', { name: transfers.fields.reason }).fill('Поставка по договору')
  await page.getByRole('button', { name: transfers.next }).click()
  await page.getByRole('button', { name: transfers.create }).click()

  await page.getByRole('button', { name: transfers.sign, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: transfers.sign })
  expect(await dialog.getByRole('radio', { name: transfers.inputs_node }).isChecked()).toBe(true)
  expect(await dialog.getByRole('textbox').count()).toBe(0)
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: transfers.sign }).click()
  await page.getByText(transfers.signed).waitFor()
  await page.getByText('nonce:0').waitFor()

  await page.getByRole('button', { name: transfers.broadcast }).click()
  await page.getByText(transfers.broadcast_done).waitFor()
  await page.getByText(steps.sent, { exact: true }).first().waitFor()
  await page.getByText(transfers.what_now.sent).waitFor()
  await page.getByRole('button', { name: transfers.broadcast_again }).waitFor()
  await expectAccessible(page)

  const [made] = (await owner.get(`/v1/transfers?organization_id=${id}`)).body.items
  const raw = (await owner.get(transferPath(made.id, '/export'))).body
  expect(network.broadcasts.at(-1)).toBe(raw)
  network.mined.set(made.signature.tx_id, { raw, status: 1, block: 90n })
  network.head = 200n
  await checkEffects()
  await page.getByText(words.transfer_effect.confirmed, { exact: true }).first().waitFor()
  await page.getByText('111', { exact: true }).waitFor()
  // What is carried out is neither sent, exported nor replaced again.
  await expect.poll(() => page.getByRole('heading', { name: transfers.next_step }).count()).toBe(0)
  await expectAccessible(page)
})

test.each(looks)('a delivery that failed is given up with evidence, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { transfers } = words
  const { owner, request, payer } = await givenPaidRequest(console.server)
  const { transfer, signed } = await givenSigned(owner, payer, 0, { request_id: request.id })
  network.mined.set(signed.tx_id, { raw: signed.raw, status: 0, block: 90n })
  network.head = 200n
  await checkEffects()
  const page = await console.open('owner', { ...look, place: `/transfers/${transfer.id}/show` })
  await page.getByText(transfers.what_now.failed).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: transfers.release }).click()
  const dialog = page.getByRole('dialog', { name: transfers.release })
  await dialog.getByText(transfers.release_ended_help).waitFor()
  await dialog.getByRole('textbox', { name: transfers.evidence }).fill('Второй узел')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: transfers.release }).click()
  await page.getByText(transfers.released, { exact: true }).waitFor()
  await page.getByText('Второй узел').first().waitFor()
  await page.getByText(transfers.what_now_given_up).waitFor()
})

test.each(looks)('balances and incoming transfers are on the tab of the wallets, $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { incoming } = words.wallets
  network.received = [2_500_000n, 40_000_000n]
  const { id } = await givenWallets(console.server)
  const page = await console.open('auditor', { ...look, place: `/organizations/${id}/show/wallets` })
  await page.getByText(/1\u00a0ETH · 1.000\u00a0USDT/).waitFor()
  await page.getByText(words.transfers.balance_unknown).waitFor()
  await page.getByRole('heading', { name: incoming.title }).waitFor()
  await page.getByText('40\u00a0USDT').waitFor()
  await page.getByText(/^2[.,]5\u00a0USDT$/).waitFor()
  await page.getByText(incoming.silent.replace('%{networks}', 'Bitcoin')).waitFor()
  expect(await page.getByText(node.payer).count()).toBe(2)
  await expectAccessible(page)
})

test('a wallet that nobody has paid says so', async () => {
  const { id } = await givenWallets(console.server)
  const page = await console.open('auditor', { place: `/organizations/${id}/show/wallets` })
  await page.getByText('No incoming transfers yet').waitFor()
})

test('a node that takes nothing: what it says is shown, and the transfer stays signed', async () => {
  console.expectRefusal(503)
  const payer = await givenPayer(console.server)
  const { id } = await givenTransfer(payer.owner, payer)
  expect((await payer.owner.post(transferPath(id, '/sign'), {})).status).toBe(200)
  const page = await console.open('custodian', { place: `/transfers/${id}/show` })
  node.refuseNext('nonce too low')
  await page.getByRole('button', { name: 'Send to the network' }).click()
  await page.getByText('The blockchain node does not answer or refuses.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Send to the network' }).click()
  await page.getByText('The transaction was sent to the network.').waitFor()
})

test('a replacement whose ceiling is too low says what to do', async () => {
  console.expectRefusal(422)
  const payer = await givenPayer(console.server)
  const old = await givenTransfer(payer.owner, payer)
  expect((await payer.owner.post(transferPath(old.id, '/sign'), {})).status).toBe(200)
  const fee_ceiling = String(21_000n * 22_000_000_000n)
  const made = await givenTransfer(payer.owner, payer, { replaces: old.id, fee_ceiling })
  const page = await console.open('custodian', { place: `/transfers/${made.id}/show` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign' })
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.getByText('prepare the replacement with a higher fee', { exact: false }).first().waitFor()
  await expectAccessible(page, '[role="dialog"]')
})

test('after the approval of another person the node is asked, and the transfer is signed', async () => {
  console.expectRefusal(403)
  const payer = await givenPayer(console.server)
  const { id } = await givenTransfer(payer.owner, payer)
  const second = await console.server.signIn('custodian')
  const page = await console.open('owner', { place: `/transfers/${id}/show` })
  const approved = { approvals: 1, from: ['owner', 'custodian'] }
  const rules = ['transfer.sign', ...closureActs].map((act) => ({ act, ...approved }))
  expect((await payer.owner.put('/v1/policy', { rules })).status).toBe(200)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign' })
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.getByText('Somebody else has to approve this first.', { exact: false }).waitFor()
  const { approval_id } = (await payer.owner.get(transferPath(id))).body
  const voted = await second.post(`/v1/approvals/${approval_id}/votes`, { decision: 'approve' })
  expect(voted.status, JSON.stringify(voted.body)).toBe(200)
  await dialog.getByText('This was approved. You can do it now.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await page.getByText('The transfer is signed.').waitFor()
})
