import { expect, test } from 'vitest'
import type { StatementLineStatus } from '../contract/books/statements.ts'
import { mt940, mt942, subfields } from '../test/statements/mt-samples.ts'
import { oneC, type SamplePayment } from '../test/statements/samples.ts'
import { importFile, newAccount } from '../test/statements/uploads.ts'
import { givenOwnAccounts } from '../test/support/given/given-own-accounts.ts'
import { approve, givenBuyer, givenRequest, review } from '../test/support/given/given-purchase-request.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { listOf } from './lists.ts'
import { wordsOf } from './words.ts'

const console = startConsole()

const today = () => new Date().toISOString().slice(0, 10)
const textFile = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

/** A buyer with an approved request of 92,301.08 RUB for each name, and its own account for payments. */
async function givenDesk<Name extends string>(names: readonly Name[]) {
  const owner = await console.server.signIn('owner')
  const buyer = await givenBuyer(console.server)
  const requests = {} as Record<Name, { id: string; number: string }>
  for (const name of names) requests[name] = await givenRequest(owner, buyer.id, {}, review, approve)
  const account = newAccount()
  await givenOwnAccounts(owner, [account])
  let order = 0
  const payment = (values: Partial<SamplePayment> & { inn?: string }): SamplePayment => {
    order += 1
    const { inn = buyer.inn ?? '', ...rest } = values
    const party = {
      name: `ООО "Плательщик ${order}"`,
      inn,
      account: '40702810400000067890',
      bic: '044525225',
    }
    return {
      number: String(order),
      on: today(),
      amount: '92301.08',
      to: account,
      party,
      purpose: '',
      ...rest,
    }
  }
  return { owner, requests, account, payment }
}

async function linesOf(status: StatementLineStatus) {
  const owner = await console.server.signIn('owner')
  return (await owner.get(`/v1/statement-lines?status=${status}&limit=200`)).body.items
}

test.each(looks)('a statement is imported and matched by keyboard alone, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { statements: said } = words
  const { requests, account, payment, owner } = await givenDesk([
    'exact',
    'foreign',
    'left',
    'right',
    'found',
  ])
  const short = requests.found.number.slice(-6).replace(/^0+/, '')
  const content = oneC(
    [
      payment({ purpose: `Оплата по заявке ${requests.exact.number}` }),
      payment({ purpose: `За клиента, ${requests.foreign.number}`, inn: '7707083893' }),
      payment({ amount: '184602.16', purpose: 'За две заявки' }),
      payment({ amount: '92301.07', purpose: 'Оплата', inn: '7736050003' }),
      payment({ amount: '1450.50', from: account, to: undefined, purpose: 'Комиссия банка' } as never),
    ],
    { encoding: 'UTF-8' },
  )
  const page = await console.open('operator', { ...look, place: '/statements' })
  await page.locator('input[data-kind="statement"]').first().setInputFiles(textFile('kl_to_1c.txt', content))
  const dialog = page.getByRole('dialog')
  const result = look.locale === 'en-US' ? '5 new lines, 0 already known' : '5 новых строк, уже известных: 0'
  await dialog.getByText(result).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('link', { name: said.match_lines }).press('Enter')
  await page.getByText(`Оплата по заявке ${requests.exact.number}`).waitFor()
  await expectAccessible(page)
  const selected = page.locator('[role="group"][aria-current="true"]')
  const isAt = (purpose: string) => selected.getByText(purpose).waitFor()

  await page.keyboard.press('?')
  await dialog.getByText(words.statement_key.set_aside).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await isAt('За клиента')
  await page.keyboard.press('k')
  await isAt('Оплата по заявке')
  await selected.getByText(words.suggestion_reason.number).waitFor()
  // The first line fits in all: it is matched at once, and the focus goes on.
  await page.keyboard.press('Enter')
  await page.getByText(said.matched.replace('%{number}', requests.exact.number)).waitFor()
  await isAt('За клиента')
  await expect.poll(() => selected.evaluate((node) => node.ownerDocument.activeElement === node)).toBe(true)

  // A foreign payer is confirmed: a second Enter goes back.
  await page.keyboard.press('Enter')
  await dialog
    .getByText(/Плательщик 2/)
    .last()
    .waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await isAt('За клиента')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: said.match_anyway }).press('Enter')
  await page.getByText(said.matched.replace('%{number}', requests.foreign.number)).waitFor()

  await isAt('За две заявки')
  await page.keyboard.press('s')
  const part = (number: number) =>
    dialog.getByRole('group', { name: said.part.replace('%{number}', String(number)) })
  const choose = async (number: number, request: { number: string }, amount: string) => {
    const field = part(number).getByRole('combobox', { name: said.request_number })
    await field.fill('')
    await field.fill(request.number)
    await page.getByRole('option', { name: new RegExp(request.number) }).waitFor()
    await field.press('Enter')
    await part(number).getByRole('textbox', { name: said.amount }).fill(amount)
  }
  await choose(1, requests.left, '92 301,08')
  await dialog
    .getByText(/92.301[.,]08/)
    .last()
    .waitFor()
  await choose(2, requests.right, '92\u00a0301.08')
  await dialog.getByText(said.rest_nothing).waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await part(2).getByRole('textbox', { name: said.amount }).press('Enter')
  await page.getByText(said.split_done).waitFor()

  // No suggestion: found by the last digits of its number; it is a cent short and of somebody else.
  await isAt('Оплата')
  await page.keyboard.press('/')
  await dialog.getByRole('combobox').fill(short)
  await page.getByRole('option', { name: new RegExp(requests.found.number) }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await selected.getByText(words.suggestion_reason.foreign_payer).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: said.match_anyway }).press('Enter')
  await page.getByText(said.matched.replace('%{number}', requests.found.number)).waitFor()

  await isAt('Комиссия банка')
  await page.keyboard.press('x')
  await dialog.getByRole('textbox', { name: said.reason }).fill('Комиссия')
  await page.keyboard.press('Enter')
  await page.getByText(said.empty_new).waitFor()
  await page.keyboard.press('u')
  await isAt('Комиссия банка')
  await page.keyboard.press('x')
  await dialog.getByRole('textbox', { name: said.reason }).fill('Комиссия банка за январь')
  await page.keyboard.press('Enter')
  await page.getByText(said.empty_new).waitFor()

  const list = listOf(page, words)
  const { status } = words.work.columns
  const named = words.statement_line_status
  await list.choose(status, named.set_aside)
  await selected.getByText(/Комиссия банка за январь/).waitFor()
  await list.choose(status, named.matched)
  // Beside the rows on a wide screen, and otherwise in the line itself.
  if (look.width >= 1200)
    await page
      .getByRole('row')
      .filter({ hasText: /184.602[.,]16/ })
      .click()
  await page.getByRole('link', { name: requests.right.number }).waitFor()
  await expectAccessible(page)
  for (const { id } of Object.values(requests))
    expect((await owner.get(`/v1/purchase-requests/${id}`)).body.status).toBe('paid')
  expect(await linesOf('new')).toEqual([])

  // All lines; what came in is added up, but not together with what went out.
  await page.goto(console.url('/statement-lines'))
  await list.choose(status, words.all)
  await page.getByText(/^\d+ (rows|строк\S*)$/).waitFor()
  await list.choose(said.direction, words.statement_direction.incoming)
  await page.getByText(/^\d+ (rows|строк\S*) · .*RUB$/).waitFor()
  await page.goto(console.url('/statements'))
  await page.getByText('kl_to_1c.txt').first().waitFor()
  await expectAccessible(page)
})

test.each(looks)('files that are known, wrong or do not add up say so, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { statements: said } = words
  const { payment, owner, account } = await givenDesk([])
  const stranger = newAccount()
  const content = oneC([payment({ purpose: 'Первая' }), payment({ purpose: 'Вторая' })], {
    encoding: 'UTF-8',
  })
  console.expectRefusal(409)
  console.expectRefusal(422)
  const page = await console.open('operator', { ...look, place: '/statements' })
  const dialog = page.getByRole('dialog')
  const wrongTotal = content.replace(/ВсегоПоступило=\d+/, 'ВсегоПоступило=1')
  const files = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer()
      for (const [name, text] of all) transfer.items.add(new File([text as string], name as string))
      return transfer
    },
    [
      ['wrong.txt', content.replace('Сумма=92301.08', 'Сумма=много')],
      ['empty.txt', ''],
      ['orders.txt', content.replaceAll(/ДатаПоступило=.*\r\n/g, '')],
      ['stranger.txt', content.replaceAll(account, stranger)],
      ['differs.txt', wrongTotal],
    ],
  )
  await page.dispatchEvent('[data-drop="statements"]', 'drop', { dataTransfer: files })
  await dialog.getByText(words.errors.statement_difference).waitFor()
  await dialog.getByText(said.import_failed).waitFor()
  await dialog.getByText(look.locale === 'en-US' ? /^Line \d+: Сумма/ : /^Строка \d+: Сумма/).waitFor()
  await dialog.getByText(words.faults.file_empty).waitFor()
  // Orders are no money, and the account of somebody else is none of ours until a company has it.
  await dialog.getByText(said.import_refused).waitFor()
  await dialog.getByText(look.locale === 'en-US' ? /payment orders/ : /платёжные поручения/).waitFor()
  await dialog.getByText(new RegExp(stranger)).waitFor()
  await dialog.getByText(said.not_ours_ask).waitFor()
  expect(await dialog.getByRole('link', { name: said.our_companies }).getAttribute('href')).toContain(
    '/desk-companies',
  )
  await expectAccessible(page, '[role="dialog"]')
  await givenOwnAccounts(owner, [stranger])
  const imported = dialog.getByText(look.locale === 'en-US' ? /^2 new lines, 0/ : /^2 новые строки, .*: 0/)
  await dialog.getByRole('button', { name: said.import_again }).click()
  await imported.waitFor()
  await dialog.getByRole('button', { name: said.import_anyway }).click()
  await imported.nth(1).waitFor()
  await dialog.getByRole('button', { name: words.action.close }).click()
  // The same lines in another file are known.
  await page.locator('input[data-kind="statement"]').first().setInputFiles(textFile('again.txt', content))
  await dialog.getByText(look.locale === 'en-US' ? /^0 new lines, 2/ : /^0 новых строк, .*: 2/).waitFor()
  await dialog.getByRole('button', { name: words.action.close }).click()
  await page.getByText('differs.txt').first().click()
  await page.getByText('Первая').waitFor()
  await expectAccessible(page)
})

test('an overpayment is recorded only after it was confirmed', async () => {
  const { requests, payment, owner } = await givenDesk(['one'])
  const content = oneC([payment({ amount: '150000.00', purpose: `${requests.one.number}` })], {
    encoding: 'UTF-8',
  })
  console.expectRefusal(409)
  const page = await console.open('officer', { place: '/statements' })
  await page.locator('input[data-kind="statement"]').first().setInputFiles(textFile('over.txt', content))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Match lines' }).click()
  const amount = page.locator('[aria-current="true"]').getByText('92,301.08')
  await amount.first().waitFor()
  await page.keyboard.press('s')
  await dialog.getByRole('button', { name: 'Remove: Part 2' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('150 000,00')
  await dialog.getByRole('button', { name: 'Match', exact: true }).click()
  await dialog.getByText(/is overpaid by 57,698.92.RUB/).waitFor()
  await dialog.getByRole('button', { name: 'Match anyway' }).click()
  await dialog.getByRole('alert').nth(1).waitFor()
  expect((await owner.get(`/v1/purchase-requests/${requests.one.id}`)).body.status).toBe('approved')
  await dialog.getByRole('button', { name: 'Match anyway' }).click()
  await page.getByText('The line was split.').waitFor()
  const { payment: received } = (await owner.get(`/v1/purchase-requests/${requests.one.id}`)).body
  expect(received).toMatchObject({ received_amount: '150000.00', exception: 'over' })
})

test.each(looks)(
  'a missing statement is a warning and work, until somebody says why, in $locale',
  async (look) => {
    const { statements: said } = wordsOf(look.locale)
    const { account, payment, owner } = await givenDesk([])
    const statementOf = (on: string) => oneC([payment({ on, purpose: 'Оплата' })], { encoding: 'UTF-8' })
    await importFile(owner, statementOf('2026-03-02'))
    const { body } = await importFile(owner, statementOf('2026-03-06'))
    expect(body.warnings).toMatchObject([{ code: 'gap', account }])
    const page = await console.open('operator', { ...look, place: '/work/statements' })
    await page.getByRole('table').getByRole('link').first().waitFor()
    if (look.width >= 1200) await page.getByText(account).first().waitFor()
    await page.goto(console.url(`/statements/${body.id}/show`))
    await page.getByText(said.explain_help).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: said.explain, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: said.explain_reason }).fill('Счёт был арестован')
    await expectAccessible(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: said.explain, exact: true }).click()
    await page.getByText(said.explained_by.replace('%{reason}', 'Счёт был арестован')).waitFor()
    expect((await owner.get('/v1/work/statements')).body.items).toEqual([])
  },
)

test('lines that no filter finds say so, and the filters can be cleared', async () => {
  const words = wordsOf('en-US')
  const { account, payment, owner } = await givenDesk([])
  expect((await importFile(owner, oneC([payment({ purpose: 'Found again' })]))).status).toBe(201)
  const filter = JSON.stringify({ status: 'new', account, direction: 'outgoing' })
  const place = `/statement-lines?filter=${encodeURIComponent(filter)}`
  const page = await console.open('operator', { width: 1440, place })
  await page.getByText(words.empty.nothing_found).waitFor()
  await page.getByRole('button', { name: words.action.clear_filters }).click()
  await page.getByRole('table', { name: words.statements.lines }).getByText('Плательщик').first().waitFor()
})

test('undo takes back no decision that somebody else has made since', async () => {
  console.expectRefusal(409)
  const words = wordsOf('en-US')
  const { account, payment, owner } = await givenDesk([])
  const imported = await importFile(owner, oneC([payment({ purpose: 'Set aside twice' })]))
  const [line] = (await owner.get(`/v1/statements/${imported.body.id}/lines`)).body.items
  const filter = JSON.stringify({ status: 'new', account })
  const place = `/statement-lines?filter=${encodeURIComponent(filter)}`
  const page = await console.open('operator', { width: 1440, place })
  await page.getByRole('complementary').getByRole('button', { name: words.statements.set_aside }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words.statements.reason }).fill('Mine')
  await dialog.getByRole('button', { name: words.statements.set_aside }).click()
  const undo = page.getByRole('button', { name: words.undo.undo })
  await undo.waitFor()
  const path = `/v1/statement-lines/${line.id}`
  expect((await owner.post(`${path}/set-aside`, { reason: 'Theirs' })).status).toBe(200)
  await undo.click()
  await page.getByText(words.errors.statement_line_decided).waitFor()
  expect((await owner.get(path)).body).toMatchObject({ status: 'set_aside', set_aside_reason: 'Theirs' })
})

test.each(looks)('announced money is shown until a statement books it, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { announced: said, announced_line_status: status } = words
  const { requests, account, owner } = await givenDesk(['paid'])
  const [year, month, day] = today().split('-') as [string, string, string]
  const value = `${year.slice(2)}${month}${day}`
  const entry = {
    value,
    mark: 'C',
    amount: '92301,08',
    reference: '7',
    bank: 'B1',
    details: subfields({ '20': `Оплата по заявке ${requests.paid.number}`, '32': 'ООО Ромашка' }),
  } as const
  const page = await console.open('operator', { ...look, width: 1440, place: '/statements' })
  const input = page.locator('input[data-kind="statement"]').first()
  // Banks name their files .sta, .940 or .txt: none of them is hidden.
  expect(await input.getAttribute('accept')).toBeNull()
  await input.setInputFiles(textFile('interim.sta', mt942([entry], { account })))
  await page.getByRole('dialog').getByRole('link', { name: said.short_title }).waitFor()
  const [{ id }] = (await owner.get('/v1/statements?limit=1')).body.items
  await page.goto(console.url(`/statements/${id}/show`))
  const row = page.getByRole('row', { name: /92.301[.,]08/ }).last()
  await row.getByText(status.announced).waitFor()
  await row.getByRole('link', { name: requests.paid.number }).waitFor()
  await expectAccessible(page)

  await page.goto(console.url('/statement-lines'))
  await page.getByRole('link', { name: said.short_title }).click()
  await page.getByRole('heading', { name: said.title }).waitFor()
  await page.getByRole('link', { name: requests.paid.number }).waitFor()
  await expectAccessible(page)

  // The booked line replaces it: it leads there, where the line is matched.
  const opening = { account, opening: '0,00', closedOn: value }
  expect((await importFile(owner, mt940([entry], opening))).status).toBe(201)
  await page.goto(console.url(`/statements/${id}/show`))
  await row.getByRole('link', { name: status.booked }).click()
  await page.getByRole('group', { name: /92.301[.,]08/ }).waitFor()
  expect((await owner.get(`/v1/announced-lines?status=announced&account=${account}`)).body.items).toEqual([])
})
