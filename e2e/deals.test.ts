import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { formatAmount } from '../console/shared/amounts.ts'
import { closureActs } from '../contract/acts.ts'
import { approve, cancel, givenBuyer, givenRequest, review } from '../test/support/given-purchase-request.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { type Words, wordsOf } from './words.ts'

const console = startConsole()

/** 1,000 USDT for 90,000.00 RUB and a fee of 100.00 RUB. */
const terms = { crypto_amount: '1000', rate: '90', fee_amount: '100' }
const hash = (digit: string) => digit.repeat(64)

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
    await page.goto(console.url(`/balances?organization_id=${organization}`))
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
      console.url(`/credits?filter=${encodeURIComponent(JSON.stringify({ organization_id: organization }))}`),
    )
    await page.getByText('P-9').waitFor()
    await expectAccessible(page)
    await press(page, `${words.credits.allocate}: P-9`)
    await dialog.getByRole('combobox', { name: said(words.credits.request) }).click()
    await page.getByRole('option', { name: new RegExp(open.number) }).click()
    await expect.poll(() => field(dialog, deal.fields.amount).inputValue()).toBe('90100.00')
    await expectAccessible(page, '[role="dialog"]')
    await press(dialog, words.credits.allocate)
    await page.getByText(words.credits.done.allocated).waitFor()
    await page.getByText(said(rub('9900.00'))).waitFor()

    await press(page, `${words.credits.refund}: P-9`)
    await field(dialog, deal.fields.refund_reference).fill('R-9')
    await field(dialog, deal.fields.refund_account).fill('40702810900000000001')
    await press(dialog, words.credits.refund)
    await page.getByText(words.empty.nothing_found).waitFor()

    await page.goto(console.url(`/purchase-requests/${open.id}/show`))
    await page.getByText(standing('paid_in_full', {})).first().waitFor()
    await page.getByRole('link', { name: deal.source.credit }).waitFor()
  })
})

test('what the policy gives to two people is judged with all its figures, and leads to the request', async () => {
  console.expectRefusal(403)
  const short_name = 'ООО «Чужой плательщик»'
  const { id: organization } = await givenBuyer(console.server, { short_name })
  const owner = await console.server.signIn('owner')
  await console.server.signIn('owner')
  const { id, number } = await givenRequest(owner, organization, terms, review, approve)
  const asker = await console.open('officer', { place: `/purchase-requests/${id}/show` })
  const voter = await console.open('officer', { locale: 'ru-RU', width: 390 })
  const rules = [
    ...closureActs.map((act) => ({ act, approvals: 1, from: ['owner'] })),
    { act: 'request.accept_deviation', approvals: 1, from: ['officer'] },
  ]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const payment = { amount: '90100', currency: 'RUB', received_at: new Date().toISOString() }
  const foreign = { ...payment, reference: 'P-1', payer_inn: '7707083893' }
  expect((await owner.post(`/v1/purchase-requests/${id}/payments`, foreign)).status).toBe(201)

  await asker.getByRole('button', { name: 'Accept payer: P-1' }).click()
  const dialog = asker.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Материнская компания')
  await dialog.getByRole('button', { name: 'Accept payer' }).click()
  await dialog.getByText('Somebody else has to approve this first.').waitFor()

  await voter.goto(console.url('/approvals'))
  const card = voter.getByRole('tabpanel')
  await card.getByRole('link', { name: short_name }).waitFor()
  for (const text of [
    'Принятие отклонения по оплате',
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
  await voter.goto(console.url('/approvals?tab=all'))
  await voter.getByText(number).first().waitFor()
  await voter.goto(console.url(`/purchase-requests/number/${number}`))
  await voter.locator('h1').getByText(number).waitFor()

  await voter.goto(console.url('/policy'))
  await voter
    .getByText(/Принятие отклонения по оплате/)
    .first()
    .waitFor()
})
