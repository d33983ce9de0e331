import { beforeAll, expect, test } from 'vitest'
import type { StatementSuggestion } from '../../contract/books/statements.ts'
import { mentionedNumbers } from '../../server/features/statements/suggestions/mentioned-numbers.ts'
import { type Candidate, suggest } from '../../server/features/statements/suggestions/score.ts'
import { bikOf } from '../support/given/given-own-accounts.ts'
import { givenCompany, issue } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { startServer } from '../support/service/harness.ts'
import { oneC, type SamplePayment } from './samples.ts'
import { givenAccounts, importFile, newAccount } from './uploads.ts'

const server = startServer()
beforeAll(async () => givenAccounts(await server.signIn('owner')))

test.each([
  ['Оплата по PR-2026-000123', ['PR-2026-000123']],
  ['pr-2026-000123, pr-2026-000124', ['PR-2026-000123', 'PR-2026-000124']],
  ['Заявка РR-2026-123', ['PR-2026-000123']],
  ['по заявке ПР 2026 000123 от 30.01.2026', ['PR-2026-000123']],
  ['PR 2026 000 123', ['PR-2026-000123']],
  ['PR2026000123', ['PR-2026-000123']],
  ['PR–2026–000123.', ['PR-2026-000123']],
  ['SPR-2026-000123', []],
  ['По счёту № 123 от 01.02.2026', ['2026-000123 of 2026-02-01']],
  ['Оплата по сч. № 123 от 1.2.26г.', ['2026-000123 of 2026-02-01']],
  ['Счёт на оплату № 2026-000042, заявка № 7', ['2026-000042', 'PR-2026-000007', 'PR-2025-000007']],
  ['Invoice 2026-42', ['2026-000042']],
  ['за товар 2026-000042', ['2026-000042']],
  ['за 2026-01, 2026-01-30 и 01.2026', []],
  ['Оплата по договору 2026-000042', []],
  ['по заявке 2026-000123', ['PR-2026-000123']],
  ['По счёту № 123', []],
  ['по счету на оплату N 123', []],
  ['Invoice no. 123', []],
  ['inv. #123', []],
  ['сч. №123', []],
  ['счета №№ 123', []],
  ['по договору купли-продажи цифровых активов № 123 от 01.02.2026', []],
  ['дог. № 123', []],
  ['contract N 123', []],
  ['по договору 5, заявка № 123', ['PR-2026-000123', 'PR-2025-000123']],
  ['заявка № 123 по договору № 7', ['PR-2026-000123', 'PR-2025-000123']],
  ['№123', ['PR-2026-000123', 'PR-2025-000123']],
  ['заявка 00123', ['PR-2026-000123', 'PR-2025-000123']],
  ['Договор 123/45 от 01.02.2026, НДС 20 %', []],
  ['№ 12.03.2026', []],
  ['', []],
])('the purpose «%s» names %j', (purpose, numbers) => {
  const named = mentionedNumbers(purpose, '2026-01-31').map((mentioned) =>
    mentioned.of === 'invoice' && mentioned.issuedOn
      ? `${mentioned.number} of ${mentioned.issuedOn}`
      : mentioned.number,
  )
  expect(named).toEqual(numbers)
})

test('a payer without INN is not the organization that has none either', () => {
  const candidate: Candidate = {
    request_id: '1',
    number: 'PR-2026-000001',
    status: 'approved',
    organization_id: '2',
    organization_name: 'Muster GmbH',
    organization_inn: null,
    currency: 'EUR',
    total_amount: '10',
    received_amount: '0',
    takes_money: true,
    is_named: true,
    is_invoiced: false,
    payment_id: null,
  }
  const reasonsOf = (payer_inn: string | null) =>
    suggest({ payer_inn, currency: 'EUR', amount: '5' }, [candidate])[0]?.reasons
  expect(reasonsOf(null)).toEqual(['number'])
  expect(reasonsOf('7707083893')).toEqual(['number', 'foreign_payer'])
})

const total = '92301.08'

test('requests are suggested by number, INN and amount, with reasons for and against', async () => {
  const owner = await server.signIn('owner')
  const [buyer, other] = [await givenBuyer(server), await givenBuyer(server)]
  const open = await givenRequest(owner, buyer.id, {}, review, approve)
  const same = await givenRequest(owner, buyer.id, { crypto_amount: '2000' }, review, approve)
  const fresh = await givenRequest(owner, other.id)
  const dollar = await givenRequest(owner, other.id, { fiat_currency: 'USD' }, review, approve)
  const account = newAccount()
  const from = (inn: string | undefined, amount: string, purpose: string): SamplePayment => ({
    number: purpose.slice(0, 9),
    on: '2026-01-30',
    amount,
    to: account,
    party: { name: 'ООО «Плательщик»', account: '40702810400000067890', ...(inn && { inn }) },
    purpose,
  })
  const short = String(Number(open.number.slice(-6)))
  const year = open.number.slice(3, 7)
  const list = [
    from(buyer.inn, total, `Оплата ${open.number}`),
    from(buyer.inn, '500.00', `Аванс № ${short}`),
    from(buyer.inn, '184410.00', 'Оплата по договору'),
    from(other.inn, total, `За ООО по ${open.number}`),
    from(undefined, '10.00', `Payment ${fresh.number}`),
    from(other.inn, '10.00', `Оплата ${dollar.number}`),
    from('7707083893', '3.00', 'Ни о чём'),
  ].map((payment) => ({ ...payment, on: `${year}-01-30` }))
  const { body, status } = await importFile(owner, oneC(list, { encoding: 'UTF-8' }))
  expect(status, JSON.stringify(body)).toBe(201)
  const { items } = (await owner.get(`/v1/statements/${body.id}/lines`)).body
  const shown = items.map(({ suggestions }: { suggestions: StatementSuggestion[] }) =>
    suggestions.map(({ number, score, is_certain, reasons }) => [
      number,
      score,
      is_certain,
      reasons.join(' '),
    ]),
  )
  expect(shown).toEqual([
    [
      [open.number, 100, true, 'number payer_inn missing_amount'],
      [same.number, 25, false, 'payer_inn'],
    ],
    [
      [open.number, 55, false, 'short_number payer_inn'],
      [same.number, 25, false, 'payer_inn'],
    ],
    [
      [same.number, 40, false, 'payer_inn missing_amount'],
      [open.number, 25, false, 'payer_inn'],
    ],
    [[open.number, 55, false, 'number missing_amount foreign_payer']],
    [[fresh.number, 50, false, 'number takes_no_money']],
    [[dollar.number, 45, false, 'number payer_inn other_currency']],
    [],
  ])
  expect(items[0].suggestions[0]).toMatchObject({
    request_id: open.id,
    organization_id: buyer.id,
    status: 'approved',
    amount: total,
    payment_id: null,
  })

  // Computed when they are read: a request that is gone is judged as it is now.
  const cancelled = { status: 'cancelled', reason_code: 'customer_request' }
  expect((await owner.patch(`/v1/purchase-requests/${open.id}/status`, cancelled)).status).toBe(200)
  const after = (await owner.get(`/v1/statement-lines/${items[0].id}`)).body
  expect(after.suggestions[0]).toMatchObject({
    number: open.number,
    status: 'cancelled',
    is_certain: false,
    score: 90,
  })
})

test('the number of an invoice proposes its request before all else, and never the request that has this number', async () => {
  const owner = await server.signIn('owner')
  const [buyer, other] = [await givenBuyer(server), await givenBuyer(server)]
  const own = await givenRequest(owner, buyer.id, {}, review, approve)
  const account = '40702810555550000011'
  const [first, second] = [
    await givenCompany(owner, {
      bank_accounts: [{ settlement_account: account, bik: bikOf(account), bank_name: 'АО «Пример Банк»' }],
    }),
    await givenCompany(owner),
  ]
  // Another company of the desk has the same number on an invoice of somebody else.
  const invoice = await issue(owner, own, { kind: 'invoice', company_id: first.id })
  const foreign = await givenRequest(owner, other.id, { crypto_amount: '2000' }, review, approve)
  const same = await issue(owner, foreign, { kind: 'invoice', company_id: second.id })
  expect(same.number).toBe(invoice.number)
  const short = String(Number(invoice.number.slice(5)))
  // The day that is printed, by the time zone of the service.
  const { timeZone } = server.config
  const issued = new Date(invoice.issued_at).toLocaleDateString('sv-SE', { timeZone })
  const [year, month, day] = issued.split('-')
  const purposes = [
    `Оплата по счёту № ${invoice.number}`,
    `Оплата по счету № ${short} от ${day}.${month}.${year}, без НДС`,
    `Оплата по счёту № ${short}`,
    `Оплата по счёту № ${Number(own.number.slice(8))}`,
  ]
  const list = purposes.map((purpose, index) => ({
    number: String(index + 1),
    on: `${year}-${month}-${day}`,
    amount: '7.00',
    to: account,
    party: { name: 'ООО «Плательщик»', account: '40702810400000067890', inn: String(other.inn) },
    purpose,
  }))
  const { body, status } = await importFile(owner, oneC(list, { encoding: 'UTF-8' }))
  expect(status, JSON.stringify(body)).toBe(201)
  const { items } = (await owner.get(`/v1/statements/${body.id}/lines`)).body
  const shown = items.map(({ suggestions }: { suggestions: StatementSuggestion[] }) =>
    suggestions.map(({ number, reasons }) => [number, reasons.join(' ')]),
  )
  const byPayer = [foreign.number, 'payer_inn']
  expect(shown).toEqual([
    [[own.number, 'invoice_number foreign_payer'], byPayer],
    [[own.number, 'invoice_number foreign_payer'], byPayer],
    [byPayer],
    [byPayer],
  ])
})
