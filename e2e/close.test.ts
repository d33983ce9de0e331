import { expect, test } from 'vitest'
import { oneC } from '../test/statements/samples.ts'
import { importFile, newAccount } from '../test/statements/uploads.ts'
import { givenOwnAccounts } from '../test/support/given/given-own-accounts.ts'
import { expectAccessible, looks, startConsole } from './harness.ts'
import { wordsOf } from './words.ts'

const console = startConsole()
const bank = { name: 'АО "Банк"', inn: '7710140679', account: '70601810300000000001', bic: '044525974' }

test('the month before is that of the service, not that of the browser or of UTC', async () => {
  const page = await console.open('officer', { place: '/statements' })
  // In Moscow February has begun; in UTC it has not.
  await page.clock.setFixedTime('2026-01-31T22:30:00Z')
  await page.goto(console.url('/close'))
  const { close } = wordsOf('en-US')
  await expect.poll(() => page.getByLabel(close.through).inputValue()).toBe('2026-01-31')
})

test.each(looks)('a month is dealt with and closed, in $locale', async (look) => {
  const words = wordsOf(look.locale)
  const { close: said, posting, book_entries: entries, reconciliation } = words
  const owner = await console.server.signIn('owner')
  const account = newAccount()
  await givenOwnAccounts(owner, [account])
  const fee = { number: '1', amount: '1450.50', from: account, party: bank, purpose: 'Комиссия за январь' }
  const imported = await importFile(
    owner,
    oneC([
      { ...fee, on: '2026-01-30' },
      { ...fee, number: '2', on: '2026-01-31', amount: '90.00', purpose: 'Комиссия за перевод' },
    ]),
  )
  expect(imported.status).toBe(201)
  const page = await console.open('officer', { ...look, place: '/close?through=2026-01-31' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('heading', { name: said.title, exact: true }).waitFor()
  await page.getByRole('heading', { name: new RegExp(`^${said.item.unmatched_line} · 2$`) }).waitFor()
  await expectAccessible(page)

  // A line is posted with a rule, which suggests the same for the other one.
  await page.getByRole('list', { name: said.item.unmatched_line }).getByRole('link').first().click()
  const first = page.getByRole('group', { name: /1.450[.,]50/ })
  await first.getByRole('button', { name: posting.action }).click()
  await dialog.getByLabel(posting.make_rule).click()
  await dialog.getByLabel(posting.contains).fill('комиссия за')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: posting.action }).click()
  const named = (text: string) => text.replace('%{account}', words.posting_account.bank_fee)
  await dialog.waitFor({ state: 'detached' })
  await page.goto(console.url('/statement-lines'))
  await page.getByRole('button', { name: named(posting.post_as) }).click()
  await page.getByText(named(posting.done)).waitFor()
  await expect
    .poll(
      async () =>
        (await owner.get(`/v1/statement-lines?posted_as=bank_fee&account=${account}`)).body.items.length,
    )
    .toBe(2)
  await page.getByRole('button', { name: posting.rules, exact: true }).click()
  await dialog.getByText('«комиссия за»').waitFor()
  await expectAccessible(page, '[role="dialog"]')
  await page.keyboard.press('Escape')

  // Bank and books differ by what the account had before: an opening balance.
  await page.goto(console.url(`/reconciliation?account=${account}&from=2026-01-29&to=2026-01-31`))
  await page
    .getByText(/1.000.000[.,]00/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.goto(console.url('/book-entries'))
  await page.getByRole('button', { name: entries.opening }).click()
  await dialog.getByLabel(entries.date).fill('2026-01-29')
  await dialog.getByLabel(entries.debit).click()
  await page.getByRole('option', { name: new RegExp(account) }).click()
  await dialog.getByLabel(entries.amount).fill('1000000')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: entries.post, exact: true }).click()
  await page.getByText(entries.posted).waitFor()
  await page.goto(console.url(`/reconciliation?account=${account}&from=2026-01-29&to=2026-01-31`))
  await page.getByText(reconciliation.equal.split('%{day}')[1] as string).waitFor()

  // An entry of several lines, each in a currency of its own.
  await page.goto(console.url('/book-entries'))
  await page.getByRole('button', { name: entries.new, exact: true }).click()
  await dialog.getByLabel(entries.date).fill('2026-01-30')
  await dialog.getByLabel(entries.text).fill('Услуги за январь')
  await dialog.getByRole('button', { name: entries.add_pair }).click()
  for (const [number, amount] of [
    [1, '100'],
    [2, '20'],
  ] as const) {
    const line = dialog.getByRole('group', { name: entries.pair.replace('%{number}', String(number)) })
    for (const [label, account] of [
      [entries.debit, number === 1 ? entries.account.other_expense : entries.account.tax],
      [entries.credit, entries.account.supplier],
    ] as const) {
      await line.getByLabel(label).click()
      await page.getByRole('option', { name: account, exact: true }).click()
    }
    await line.getByLabel(entries.amount).fill(amount)
  }
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: entries.post, exact: true }).click()
  await page.getByText(entries.posted).waitFor()
  const [made] = (await owner.get('/v1/books/entries?limit=1')).body.items
  expect(made.legs.map(({ account: name, amount }: Record<string, string>) => [name, amount])).toEqual([
    ['expenses:other:RUB', '100'],
    ['liabilities:supplier:RUB', '-100'],
    ['liabilities:tax:RUB', '20'],
    ['liabilities:supplier:RUB', '-20'],
  ])

  // The trial balance leads to what was posted on an account.
  await page.goto(console.url('/trial-balance?from=2026-01-01&to=2026-01-31'))
  await expectAccessible(page)
  await page.getByRole('link', { name: new RegExp(account) }).click()
  await page.getByRole('heading', { name: words.ledger.title }).waitFor()
  await page.getByText('Комиссия за перевод').waitFor()
  await expectAccessible(page)

  await page.goto(console.url('/close?through=2026-01-31'))
  await page.getByText(said.is_ready).waitFor()
  await page.getByRole('button', { name: said.close_through.split(' %')[0] as string }).click()
  await dialog.getByRole('button', { name: said.close, exact: true }).click()
  await page.getByText(said.is_closed).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: said.reopen }).click()
  await dialog.getByLabel(said.reason).fill('Банк исправил комиссию')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: said.reopen }).click()
  await page.getByText(said.reopened).waitFor()
  // The next language begins with open books and nothing suggested.
  for (const { id } of (await owner.get('/v1/posting-rules')).body.items)
    await owner.delete(`/v1/posting-rules/${id}`)
})
