import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatAmount } from '../console/shared/values/amounts.ts'
import { listSearch } from '../console/views/list-place.ts'
import { closureActs } from '../contract/api/acts.ts'
import { hash } from '../test/deals/given-deal.ts'
import { oneC } from '../test/statements/samples.ts'
import { newAccount } from '../test/statements/uploads.ts'
import { changeAdministrators } from '../test/support/database/proven-rows.ts'
import { givenOwnAccounts } from '../test/support/given/given-own-accounts.ts'
import {
  approve,
  cancel,
  givenBuyer,
  givenRequest,
  review,
} from '../test/support/given/given-purchase-request.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { type Words, wordsOf } from './words.ts'

const console = startConsole()

/** 1,000 USDT for 90,000.00 RUB and a fee of 100.00 RUB. */
const terms = { crypto_amount: '1000', rate: '90', fee_amount: '100' }

/** A text of the console with its values; spaces of any width. */
function said(text: string, values: Record<string, string> = {}): RegExp {
  const filled = Object.entries(values).reduce((all, [name, value]) => all.replace(`%{${name}}`, value), text)
  return new RegExp(filled.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s/g, '\\s'), 'i')
}

describe.each(looks)('deals, $locale at $width px', (look) => {
  const words: Words = wordsOf(look.locale)
  const { deal, request_action: action } = words
  const language = look.locale.slice(0, 2)
  const rub = (amount: string) => formatAmount(amount, 'RUB', language)
  const usdt = (amount: string) => formatAmount(amount, 'USDT', language)
  const standing = (name: keyof typeof deal.standing, values: Record<string, string>) =>
    said(deal.standing[name], values)

  const openRequest = (role: 'officer' | 'operator', id: string) =>
    console.open(role, { ...look, place: `/purchase-requests/${id}/show` })
  const press = (place: Page | Locator, name: string) =>
    place.getByRole('button', { name, exact: true }).click()
  const field = (place: Page | Locator, label: string) => place.getByRole('textbox', { name: said(label) })
  /** Opens the dialog of an action, fills it and sends it. */
  async function send(page: Page, button: string, values: Record<string, string>): Promise<Locator> {
    await press(page, button)
    const dialog = page.getByRole('dialog')
    for (const [label, value] of Object.entries(values)) await field(dialog, label).fill(value)
    await press(dialog, button)
    return dialog
  }

  test('a request is quoted anew, approved, paid in two parts, and delivered in parts', async () => {
    console.expectRefusal(409)
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review)
    const page = await openRequest('officer', id)

    await press(page, deal.new_quote)
    const dialog = page.getByRole('dialog')
    await field(dialog, words.requests.fields.rate).fill('92,5')
    await dialog.getByText(said(rub('92600.00'))).waitFor()
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, deal.new_quote)
    await page.getByText(deal.done.quote).waitFor()
    await page.getByText(words.quote_state.current, { exact: true }).waitFor()
    await page.getByText(deal.timeline.quote, { exact: true }).last().waitFor()
    await page.getByText(said(`${rub('90')} → ${rub('92.5')}`)).waitFor()

    await press(page, action.approved)
    await press(dialog, action.approved)
    await page.getByText(standing('waiting', { amount: rub('92600.00') })).waitFor()

    const paid = { [deal.fields.reference]: 'P-1', [deal.fields.received_amount]: '50 000,00' }
    await send(page, action.paid, paid)
    await page
      .getByText(standing('underpaid', { amount: rub('42600.00') }))
      .first()
      .waitFor()
    const part = { [words.requests.fields.tx_hash]: hash('a'), [deal.fields.sent_amount]: '400' }
    await send(page, action.completed, part)
    await page
      .getByText(standing('to_deliver', { amount: usdt('600') }))
      .first()
      .waitFor()

    // The rest is worth more than what has come: the figures are shown, and nothing is sent.
    await send(page, action.completed, { [words.requests.fields.tx_hash]: hash('b') })
    await dialog.getByText(said(deal.underpayment, { amount: rub('42600.00') })).waitFor()
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, words.action.cancel)

    await press(page, deal.add_payment)
    await field(dialog, deal.fields.reference).fill('P-2')
    await press(dialog, action.paid)
    await page.getByText(standing('paid_in_full', {})).first().waitFor()
    await send(page, action.completed, { [words.requests.fields.tx_hash]: hash('b') })
    await page.locator('h1').getByText(words.request_status.completed).waitFor()
    await page
      .getByText(standing('delivered', { amount: usdt('1000') }))
      .first()
      .waitFor()
    await page.getByText(hash('a')).waitFor()
    await expectAccessible(page)
  })

  test('an underpayment is delivered only after it is accepted, and is then owed', async () => {
    console.expectRefusal(409)
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review, approve)
    const page = await openRequest('officer', id)
    const dialog = page.getByRole('dialog')
    await send(page, action.paid, {
      [deal.fields.reference]: 'P-1',
      [deal.fields.received_amount]: '90000',
    })
    await page
      .getByText(standing('underpaid', { amount: rub('100.00') }))
      .first()
      .waitFor()
    const pay = { status: 'paid', payment_reference: 'P-2', received_amount: '90000' }
    const { id: stranger } = await givenBuyer(console.server)
    const other = await givenRequest(owner, stranger, terms, review, approve, pay)
    await owner.post(`/v1/purchase-requests/${other.id}/deliveries`, { tx_hash: hash('d'), amount: '1' })
    await send(page, action.completed, { [words.requests.fields.tx_hash]: hash('d') })
    await dialog.getByText(words.errors.transaction_already_delivers).waitFor()
    const link = dialog.getByRole('link', { name: said(deal.to_other_request, { number: other.number }) })
    expect(await link.getAttribute('href')).toContain(other.id)
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, words.action.cancel)
    await send(page, action.completed, { [words.requests.fields.tx_hash]: hash('c') })
    const confirm = dialog.getByRole('checkbox', {
      name: said(deal.accept_underpayment, { amount: rub('100.00') }),
    })
    await confirm.check()
    await press(dialog, action.completed)
    await page.locator('h1').getByText(words.request_status.completed).waitFor()
    await page.goto(console.url(`/organizations/${organization}/show/money`))
    await page.getByText(said(words.balances.owes, { amount: rub('100.00') })).waitFor()
    await expectAccessible(page)
    await page.goto(
      console.url(`/balances${listSearch({ filters: { organization_id: organization }, sort: null })}`),
    )
    await page.getByText(said(words.balances.owes, { amount: rub('100.00') })).waitFor()
    await expectAccessible(page)
    await press(page, words.balances.export)
    const download = page.waitForEvent('download')
    await press(dialog, words.balances.export)
    const path = await (await download).path()
    expect(readFileSync(path, 'utf8')).toContain(organization)
    await dialog.waitFor({ state: 'detached' })
  })

  test('an overpayment is confirmed with its figures, and the excess is paid back', async () => {
    console.expectRefusal(409)
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review, approve)
    const tooMuch = { [deal.fields.reference]: 'P-1', [deal.fields.received_amount]: '140 100' }

    const operator = await openRequest('operator', id)
    const theirs = await send(operator, action.paid, tooMuch)
    await theirs.getByText(said(deal.overpayment, { amount: rub('50000.00') })).waitFor()
    await theirs
      .getByText(said(deal.accepted_by_role.slice(deal.accepted_by_role.indexOf('.') + 2)))
      .waitFor()
    expect(await theirs.getByRole('checkbox').count()).toBe(0)

    const page = await openRequest('officer', id)
    const dialog = await send(page, action.paid, tooMuch)
    const confirm = dialog.getByRole('checkbox', {
      name: said(deal.accept_overpayment, { amount: rub('50000.00') }),
    })
    await confirm.check()
    // What was confirmed is this amount: another one is judged anew.
    await field(dialog, deal.fields.received_amount).fill('190 100')
    await confirm.waitFor({ state: 'detached' })
    await press(dialog, action.paid)
    await dialog.getByText(said(deal.overpayment, { amount: rub('100000.00') })).waitFor()
    await field(dialog, deal.fields.received_amount).fill('140 100')
    await press(dialog, action.paid)
    await confirm.check()
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, action.paid)
    await page
      .getByText(standing('overpaid', { amount: rub('50000.00') }))
      .first()
      .waitFor()

    await press(page, action.refunded)
    expect(await field(dialog, deal.fields.refund_amount).inputValue()).toBe('50000.00')
    await field(dialog, deal.fields.refund_reference).fill('R-1')
    await field(dialog, deal.fields.refund_account).fill('40702810900000000001')
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, action.refunded)
    await page
      .getByText(standing('refunded', { amount: rub('50000.00') }))
      .first()
      .waitFor()
    await page.getByText(standing('paid_in_full', {})).first().waitFor()
    await page.getByText('R-1', { exact: true }).waitFor()
  })

  test('a payer who is not the organization blocks the delivery until it is accepted; a payment is reversed', async () => {
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review, approve)
    const page = await openRequest('officer', id)
    await send(page, action.paid, {
      [deal.fields.reference]: 'P-1',
      [deal.fields.payer_inn]: '7707083893',
    })
    await page
      .getByText(standing('foreign_payer', { payer: '7707083893', amount: rub('90100.00') }))
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: action.completed }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await press(page, `${deal.accept_payer}: P-1`)
    const dialog = page.getByRole('dialog')
    await press(dialog, deal.accept_payer)
    await dialog.getByText(words.faults.missing).waitFor()
    await field(dialog, words.requests.fields.reason).fill('Материнская компания')
    await press(dialog, deal.accept_payer)
    await page.getByText(words.payment_state.payer_accepted, { exact: true }).waitFor()
    await page.getByText(said(deal.because, { reason: 'Материнская компания' })).waitFor()
    await expect.poll(() => page.getByRole('button', { name: action.completed }).isEnabled()).toBe(true)

    await press(page, `${deal.reverse}: P-1`)
    await field(dialog, words.requests.fields.reason).fill('Отозван банком')
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, deal.reverse)
    await page.getByText(words.payment_state.reversed, { exact: true }).waitFor()
    await page.locator('h1').getByText(words.request_status.approved).waitFor()

    // Nobody says who has paid: that is asked, and blocks nothing.
    await send(page, action.paid, { [deal.fields.reference]: 'P-2' })
    await page.getByText(words.payment_state.payer_unknown, { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: action.completed }).isEnabled()).toBe(true)
    await press(page, `${deal.accept_payer}: P-2`)
    await field(dialog, words.requests.fields.reason).fill('Письмо клиента')
    await press(dialog, deal.accept_payer)
    await page.getByText(said(deal.because, { reason: 'Письмо клиента' })).waitFor()
    await page.getByText(words.payment_state.payer_unknown, { exact: true }).waitFor({ state: 'detached' })
  })

  test('a correction shows what changes, sends an approved request back to review, and loses nothing to others', async () => {
    console.expectRefusal(409)
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review, approve)
    const page = await openRequest('officer', id)
    await press(page, deal.correct)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(deal.back_to_review).waitFor()
    await field(dialog, words.requests.fields.crypto_amount).fill('900,5')
    await dialog.getByText(said(`${usdt('1000')} → ${usdt('900.5')}`)).waitFor()
    await dialog.getByText(said(`${rub('90100.00')} → ${rub('81145.00')}`)).waitFor()
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, deal.correct)
    await page.locator('h1').getByText(words.request_status.in_review).waitFor()
    await page.getByText(deal.timeline.correction, { exact: true }).waitFor()
    await page
      .getByText(said(`${usdt('1000')} → ${usdt('900.5')}`))
      .first()
      .waitFor()

    // Somebody else corrects it while the form is open.
    await press(page, deal.correct)
    await field(dialog, words.requests.fields.comment).fill('Срочно')
    const other = await console.server.signIn('owner')
    const path = `/v1/purchase-requests/${id}`
    const { version } = (await other.get(path)).body
    expect((await other.patch(path, { version, comment: 'Не срочно' })).status).toBe(200)
    await press(dialog, deal.correct)
    // Both values are shown, and who changed it.
    await dialog.getByText(words.conflict.choose).waitFor()
    const theirs = dialog.getByRole('radio', { name: /Не срочно/ })
    await theirs.waitFor()
    expect(await dialog.getByText(/…/).count()).toBe(0)
    expect(await field(dialog, words.requests.fields.comment).inputValue()).toBe('Срочно')
    await dialog.getByLabel(words.conflict.mine.replace('%{value}', 'Срочно')).check()
    await press(dialog, deal.correct)
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Срочно', { exact: true }).waitFor()
  })

  test('money for a request that takes none is kept, and allocated to another one', async () => {
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const cancelled = await givenRequest(owner, organization, terms, cancel)
    const open = await givenRequest(owner, organization, terms, review, approve)
    const page = await openRequest('officer', cancelled.id)
    await press(page, deal.add_payment)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(said(deal.kept_as_credit, { status: words.request_status.cancelled })).waitFor()
    await field(dialog, deal.fields.reference).fill('P-9')
    await field(dialog, deal.fields.received_amount).fill('100 000')
    await press(dialog, action.paid)
    await page.getByText(deal.done.credit).waitFor()

    await page.goto(
      console.url(
        `/credits${listSearch({ filters: { organization_id: organization, status: 'open' }, sort: null })}`,
      ),
    )
    // The only credit of this client; the first row is the header.
    await listOf(page, words).unfold(page.getByRole('row').nth(1))
    await page.getByText('P-9').waitFor()
    await expectAccessible(page)
    await press(page, `${words.credits.allocate}: P-9`)
    await dialog.getByRole('combobox', { name: said(words.credits.request) }).click()
    await page.getByRole('option', { name: new RegExp(open.number) }).click()
    await expect.poll(() => field(dialog, deal.fields.amount).inputValue()).toBe('90100.00')
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, words.credits.allocate)
    await page.getByText(words.credits.done.allocated).waitFor()
    // In the row, and in the sums below it.
    await page
      .getByText(said(rub('9900.00')))
      .first()
      .waitFor()

    await press(page, `${words.credits.refund}: P-9`)
    await field(dialog, deal.fields.refund_reference).fill('R-9')
    await field(dialog, deal.fields.refund_account).fill('40702810900000000001')
    await press(dialog, words.credits.refund)
    await page.getByText(words.empty.nothing_found).waitFor()

    await page.goto(console.url(`/purchase-requests/${open.id}/show`))
    await page.getByText(standing('paid_in_full', {})).first().waitFor()
    await page.getByRole('link', { name: deal.source.credit }).waitFor()
  })

  test('coins that came back open a completed request again, and what it owes is said until somebody closes it', async () => {
    const { id: organization } = await givenBuyer(console.server)
    const owner = await console.server.signIn('owner')
    const { id } = await givenRequest(owner, organization, terms, review, approve)
    const path = `/v1/purchase-requests/${id}/status`
    await owner.patch(path, { status: 'paid', payment_reference: 'P-1', received_amount: '91000' })
    await owner.patch(path, { status: 'completed', tx_hash: hash('a') })

    const page = await openRequest('officer', id)
    await press(page, deal.surplus.move)
    const dialog = page.getByRole('dialog')
    await press(dialog, deal.surplus.move)
    await page.getByText(deal.surplus.moved).waitFor()

    await press(page, `${deal.reverse}: ${hash('a')}`)
    await dialog.getByRole('switch', { name: deal.fields.is_returned }).check()
    await field(dialog, words.requests.fields.reason).fill('Адрес закрыт')
    await press(dialog, deal.reverse)
    await dialog.getByText(words.faults.missing).waitFor()
    await field(dialog, deal.fields.returned_tx_hash).fill(hash('b'))
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, deal.reverse)
    await page.getByText(words.payment_state.returned, { exact: true }).waitFor()
    await page.locator('h1').getByText(words.request_status.paid).waitFor()
    await page.getByText(deal.exception.title).waitFor()
    await page.getByText(said(deal.timeline.delivery_returned, { amount: usdt('1000') })).waitFor()
    await expectAccessible(page)

    await press(page, deal.exception.close)
    await field(dialog, words.requests.fields.reason).fill('Отправим завтра')
    await press(dialog, deal.exception.close)
    await page.getByText(deal.exception.closed).waitFor()
    await page.getByText(deal.exception.title).waitFor({ state: 'detached' })
  })
})

test('in Russian, at 1360 px, tables are not clipped, days of banks have no time, and the history names refunds', async () => {
  const words = wordsOf('ru-RU')
  const { id: organization } = await givenBuyer(console.server)
  const owner = await console.server.signIn('owner')
  const { id } = await givenRequest(owner, organization, terms, review, approve)
  const path = `/v1/purchase-requests/${id}`
  const paid = {
    amount: '91000000',
    currency: 'RUB',
    reference: '417',
    received_at: '2026-01-30T00:00:00Z',
    payer_inn: '7707083893',
    payer_account: '40702810400000067890',
    accept_overpayment: true,
  }
  expect((await owner.post(`${path}/payments`, paid)).status).toBe(201)
  const refund = { amount: '90000000', reference: 'R-12', account: '40702810900000000001' }
  expect((await owner.post(`${path}/refunds`, { ...refund, reason_code: 'other' })).status).toBe(201)
  const place = `/purchase-requests/${id}/show`
  const page = await console.open('officer', { locale: 'ru-RU', width: 1360, place })
  const table = page.getByRole('table', { name: words.deal.payments })
  await table.getByText('30 янв. 2026 г.', { exact: true }).waitFor()
  for (const name of [words.deal.payments, words.deal.refunds]) {
    const shown = page.getByRole('table', { name })
    await shown.waitFor()
    expect(await shown.evaluate((one) => one.clientWidth - (one.parentElement?.clientWidth ?? 0))).toBe(0)
  }
  await page
    .getByText(said(words.deal.timeline.refund, { amount: formatAmount('90000000.00', 'RUB', 'ru') }))
    .waitFor()

  // What was typed while the connection was away can be sent when it is back.
  console.expectComplaint('net::ERR_INTERNET_DISCONNECTED')
  await page.getByRole('button', { name: `${words.deal.reverse}: R-12` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: said(words.requests.fields.reason) }).fill('Ошибка')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: words.deal.reverse }).click()
  await dialog.getByText(words.connection.lost).waitFor()
  await page.context().setOffline(false)
  await dialog.getByText(words.connection.again).waitFor()
  expect(await dialog.getByText(words.connection.lost).count()).toBe(0)
})

test('what the policy gives to two people is judged with all its figures, and leads to the request', async () => {
  console.expectRefusal(403)
  const short_name = 'ООО «Чужой плательщик»'
  const { id: organization, inn } = await givenBuyer(console.server, { short_name })
  const owner = await console.server.signIn('owner')
  await console.server.signIn('owner')
  const { id, number } = await givenRequest(owner, organization, terms, review, approve)
  const typed = await givenRequest(owner, organization, terms, review, approve)
  const matched = await givenRequest(owner, organization, terms, review, approve)
  const cancelled = await givenRequest(owner, organization, terms, cancel)
  const own = newAccount()
  await givenOwnAccounts(owner, [own])
  await console.account('custodian')
  const asker = await console.open('officer', { place: `/purchase-requests/${id}/show` })
  const voter = await console.open('officer', { locale: 'ru-RU', width: 390 })
  const rules = [
    ...closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] })),
    ...['request.accept_deviation', 'request.complete', 'payment.record', 'statement.import'].map((act) => ({
      act,
      approvals: 1,
      from: ['officer'],
    })),
    { act: 'credit.allocate', approvals: 1, from: ['custodian'] },
  ]
  const payment = { amount: '90100', currency: 'RUB', received_at: new Date().toISOString() }
  const foreign = { ...payment, reference: 'P-1', payer_inn: '7707083893' }
  expect((await owner.post(`/v1/purchase-requests/${id}/payments`, foreign)).status).toBe(201)
  const kept = { ...payment, reference: 'P-9' }
  expect((await owner.post(`/v1/purchase-requests/${cancelled.id}/payments`, kept)).status).toBe(201)
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)

  await asker.getByRole('button', { name: 'Accept payer: P-1' }).click()
  const dialog = asker.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Материнская компания')
  await dialog.getByRole('button', { name: 'Accept payer' }).click()
  await dialog.getByText('Somebody else has to approve this first.').waitFor()

  await voter.goto(console.url('/approvals'))
  const card = voter.getByRole('tabpanel')
  await card.getByRole('link', { name: short_name }).waitFor()
  for (const text of [
    'Принятие переплаты, недоплаты или другого плательщика',
    'Оплата сторонним плательщиком',
    /^90.100,00.RUB$/,
    'P-1',
    '7707083893',
    'Материнская компания',
  ])
    await card.getByText(text).first().waitFor()
  await expectAccessible(voter)
  await card.getByRole('button', { name: 'Согласовать' }).click()
  await voter.getByText('Согласование записано.').waitFor()
  await dialog.getByText('This was approved. You can do it now.').waitFor()
  await dialog.getByRole('button', { name: 'Accept payer' }).click()
  await asker.getByText('The payer was accepted.').waitFor()
  // The history names who voted.
  await asker.getByText('Voted for: Accept an over- or underpayment or another payer').waitFor()
  await voter.goto(console.url('/approvals?filter={}'))
  await voter
    .getByRole('link', { name: 'Принятие переплаты, недоплаты или другого плательщика' })
    .first()
    .waitFor()
  await voter.goto(console.url(`/purchase-requests/number/${number}`))
  await voter.locator('h1').getByText(number).waitFor()

  await voter.goto(console.url('/policy'))
  await voter
    .getByText(/Принятие переплаты, недоплаты или другого плательщика/)
    .first()
    .waitFor()

  // Everything by which money comes in, and a delivery, is asked for where it is done.
  const isAsked = () => dialog.getByText('Somebody else has to approve this first.').waitFor()
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await asker.getByRole('button', { name: 'Record delivery' }).click()
  await dialog.getByRole('textbox', { name: 'Transaction' }).fill(hash('d'))
  await press('Record delivery')
  await isAsked()
  await press('Cancel')
  await asker.goto(console.url(`/purchase-requests/${typed.id}/show`))
  await asker.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByRole('textbox', { name: 'Payment reference' }).fill('P-2')
  // Of yesterday: who repeats it later does not know the minute by heart.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Received at').fill(`${yesterday}T10:30`)
  await press('Record payment')
  await isAsked()
  await press('Cancel')

  // Nobody is left who could approve this one.
  await changeAdministrators(console.server, { disabled_at: new Date() }, sql`role = 'custodian'`)
  await asker.goto(console.url('/credits'))
  await asker.getByRole('button', { name: 'Allocate: P-9' }).click()
  await dialog.getByRole('combobox', { name: 'Request' }).click()
  await asker.getByRole('option', { name: new RegExp(typed.number) }).click()
  await press('Allocate')
  await dialog.getByText('Not enough people can approve this').waitFor()
  await dialog.getByText('Needed: 1. Able to decide today: 0.').waitFor()
  await expectAccessible(asker, '[role="dialog"]')
  await press('Cancel')

  const party = { name: short_name, inn: inn ?? '', account: '40702810400000067890', bic: '044525225' }
  const line = { number: '7', on: yesterday, amount: '90100.00', to: own, party, purpose: matched.number }
  const buffer = Buffer.from(oneC([line], { encoding: 'UTF-8' }))
  await asker.goto(console.url('/statements'))
  await asker
    .locator('input[data-kind="statement"]')
    .first()
    .setInputFiles({ name: 'desk.txt', mimeType: 'text/plain', buffer })
  await isAsked()
  await expectAccessible(asker, '[role="dialog"]')

  const cards = card.getByRole('button', { name: 'Согласовать' })
  await voter.goto(console.url('/approvals'))
  for (const text of ['Запись отправки', /^1.000.USDT$/, hash('d'), 'Запись платежа', 'P-2', 'desk.txt', own])
    await card.getByText(text).first().waitFor()
  await expectAccessible(voter)
  for (const left of [2, 1, 0]) {
    await cards.first().click()
    await expect.poll(() => cards.count()).toBe(left)
  }

  await dialog.getByText('This was approved. You can do it now.').waitFor()
  await press('Import again')
  await dialog.getByText('1 new line, 0 already known').waitFor()
  await dialog.getByRole('link', { name: 'Match lines' }).click()
  await asker.getByRole('button', { name: `Match with ${matched.number}` }).click()
  await isAsked()
  await expectAccessible(asker, '[role="dialog"]')
  await card.getByText(new RegExp(matched.number)).waitFor()
  await cards.click()
  await dialog.getByText('This was approved. You can do it now.').waitFor()
  await press('Match')
  await asker.getByText(`Matched with ${matched.number}.`).waitFor()

  // What was approved is in the form again.
  const ready = asker.getByRole('alert').filter({ hasText: `Approved: Record a payment, ${typed.number}.` })
  // The notice of the statement line may still be there.
  const toRequest = asker.locator('[href*="/purchase-requests/"]')
  await ready.getByRole('link', { name: 'Go there' }).and(toRequest).click()
  await asker.getByRole('button', { name: 'Record payment' }).click()
  await press('Record payment')
  await asker.locator('h1').getByText('Paid').waitFor()
  await asker.getByText('P-2', { exact: true }).waitFor()
  await asker.goto(console.url(`/purchase-requests/${id}/show`))
  await asker.getByRole('button', { name: 'Record delivery' }).click()
  await press('Record delivery')
  await asker.locator('h1').getByText('Completed').waitFor()
})
