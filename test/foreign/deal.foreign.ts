import { toBeHex } from 'ethers'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startConsole } from '../../e2e/harness.ts'
import { wordsOf } from '../../e2e/words.ts'
import { oneC } from '../statements/samples.ts'
import { bankAccount, givenCompany } from '../support/given/given-paper.ts'
import { givenRules } from '../support/given/given-policy.ts'
import { givenBuyer } from '../support/given/given-purchase-request.ts'
import { eth, transfersOn, walletOn } from '../support/given/given-transfer.ts'
import { givenWallets, walletsPath } from '../support/given/given-wallets.ts'
import { hasAnvil, startAnvil } from './anvil.ts'

const chain = hasAnvil ? await startAnvil({ chainId: 1 }) : undefined
afterAll(() => chain?.stop())

const words = wordsOf('en-US')
const { request_action: action, statements, transfers, papers } = words

const press = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true }).click()

/** Everything that the desk does, with the chain of others: nobody types a hash, and no node is invented. */
describe.skipIf(!hasAnvil)('a deal in Chromium against anvil', () => {
  const console = startConsole({ env: { ...transfersOn, KONTOR_RPC_ETHEREUM: chain?.url ?? '' } })

  /** A desk with an own wallet that has two ETH, and a client who may buy. */
  async function givenDesk() {
    const own = await givenWallets(console.server)
    await givenCompany(own.owner, { organization_id: own.id })
    const stock = walletOn(own.wallets, 'ethereum').address
    await chain?.call('anvil_setBalance', stock, toBeHex(2n * eth))
    const client = await givenBuyer(console.server)
    for (const table of ['wallets', 'wallet_seeds'] as const)
      await console.server.db.deleteFrom(table).where('organization_id', '=', client.id).execute()
    const { wallets } = (await own.owner.post(walletsPath(client.id, '/create'))).body
    await givenRules(console.server, [{ act: 'transfer.sign', approvals: 1, from: ['custodian'] }])
    return { owner: own.owner, stock, client, bought: walletOn(wallets, 'ethereum').address }
  }

  test('leads from the request to the act', async () => {
    console.expectRefusal(403)
    const { owner, stock, client, bought } = await givenDesk()

    const second = await console.open('custodian', { place: '/approvals' })

    // The request, with its quote.
    const page = await console.open('owner', {
      place: `/purchase-requests/create?organization_id=${client.id}`,
    })
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
    await page.getByRole('combobox', { name: words.requests.fields.asset }).click()
    await page.getByRole('option', { name: /ETH/ }).click()
    await field(words.requests.fields.crypto_amount).fill('0.1')
    await field(words.requests.fields.rate).fill('300000')
    await press(page, words.action.create)
    const title = page.getByRole('heading', { name: /PR-\d+-\d+/ })
    await title.waitFor()
    const [, number = ''] = /(PR-\d+-\d+)/.exec((await title.textContent()) ?? '') ?? []
    const requestPlace = new URL(page.url()).hash.slice(1)
    const id = requestPlace.split('/')[2] as string
    const dialog = page.getByRole('dialog')
    for (const step of [action.in_review, action.approved]) {
      await press(page, step)
      await press(dialog, step)
      await dialog.waitFor({ state: 'detached' })
    }

    // The money, as the bank tells of it.
    const party = {
      name: 'ООО «Ромашка»',
      inn: client.inn ?? '',
      account: '40702810400000067890',
      bic: '044525225',
    }
    const on = new Date().toISOString().slice(0, 10)
    const paid = {
      number: '1',
      on,
      amount: '30000.00',
      to: bankAccount.settlement_account,
      party,
      purpose: `Оплата ${number}`,
    }
    await page.goto(console.url('/statements'))
    await page
      .locator('input[data-kind="statement"]')
      .first()
      .setInputFiles({
        name: 'kl_to_1c.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(oneC([paid], { encoding: 'UTF-8' })),
      })
    await dialog.getByRole('link', { name: statements.match_lines }).click()
    await page.getByText(paid.purpose).first().waitFor()
    await page
      .locator('[role="group"][aria-current="true"]')
      .getByText(words.suggestion_reason.number)
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(statements.matched.replace('%{number}', number)).waitFor()

    // The coins: one person prepares the transfer, another approves it.
    await page.goto(console.url(requestPlace))
    await page.getByRole('link', { name: transfers.send_for_request }).click()
    await page.getByText(transfers.delivering.replace('%{number}', number)).waitFor()
    await press(page, transfers.next)
    await page.getByText(transfers.to_as_approved).waitFor()
    await press(page, transfers.next)
    await press(page, transfers.create)
    await press(page, transfers.sign)
    const signing = page.getByRole('dialog', { name: transfers.sign })
    await press(signing, transfers.sign)
    await signing.getByText('Somebody else has to approve this first.', { exact: false }).waitFor()
    await press(second.getByRole('tabpanel'), 'Approve')
    await signing.getByText('This was approved. You can do it now.', { exact: false }).waitFor()
    await press(signing, transfers.sign)
    await page.getByText(transfers.signed).waitFor()
    await press(page, transfers.broadcast)
    await page.getByText(transfers.broadcast_done).waitFor()
    const before = await chain?.balanceOf(bought)
    await chain?.call('anvil_mine', toBeHex(200))
    expect([before, await chain?.balanceOf(bought)]).toEqual([0n, eth / 10n])
    expect(await chain?.balanceOf(stock)).toBeLessThan(2n * eth - eth / 10n)

    // What became of it is asked by the service itself.
    await console.server.db.updateTable('transfers').set({ checked_at: null }).execute()
    await console.server.service.transferEffects.run(new AbortController().signal)
    await page.goto(console.url(requestPlace))
    await page.locator('h1').getByText(words.request_status.completed).waitFor()
    const [made] = (await owner.get(`/v1/transfers?request_id=${id}`)).body.items
    expect(made.status).toBe('confirmed')
    await page.getByText(made.signature.tx_id).first().waitFor()
    const { items } = (await owner.get(`/v1/purchase-requests/${id}/deliveries`)).body
    expect(items).toMatchObject([{ transfer_id: made.id, tx_hash: made.signature.tx_id }])
    expect((await owner.get(`/v1/purchase-requests/${id}`)).body.tx_hash).toBe(made.signature.tx_id)

    // And the paper for it.
    await press(page, papers.issue)
    await press(dialog, papers.issue)
    await page.getByRole('listitem').filter({ hasText: words.paper_kind.act }).waitFor()
  })
})
