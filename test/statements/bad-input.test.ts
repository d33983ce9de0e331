import { beforeAll, expect, test } from 'vitest'
import { scaled } from '../support/cases/scale.ts'
import type { Client, Reply } from '../support/service/harness.ts'
import { startServer } from '../support/service/harness.ts'
import { mt940, mt942, sumsByField61 } from './mt-samples.ts'
import { camt, encode, oneC, client as payer, type SamplePayment } from './samples.ts'
import { givenAccounts, importFile, newAccount } from './uploads.ts'

const server = startServer()
let owner: Client
beforeAll(async () => {
  owner = await server.signIn('owner')
  await givenAccounts(owner)
})

const paymentsTo = (account: string): SamplePayment[] =>
  ['100.01', '20.00', '3.50'].map((amount, index) => ({
    number: String(index + 1),
    on: `2026-01-3${index % 2}`,
    amount,
    to: account,
    party: payer,
    purpose: 'Оплата по счёту',
  }))
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()
const imported = (reply: Reply) => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
const linesOf = async (id: string) => (await owner.get(`/v1/statements/${id}/lines?limit=200`)).body.items

test.each([
  ['1C in windows-1251', oneC, (text: string) => encode(text, 'windows-1251')],
  ['1C in CP866', oneC, (text: string) => encode(text, 'ibm866')],
  ['1C in UTF-8', oneC, (text: string) => Buffer.from(text)],
  ['1C in UTF-16', oneC, utf16],
  ['1C in UTF-16, the other bytes first', oneC, swapped],
  [
    'camt.053 in windows-1251',
    camt,
    (text: string) => encode(text.replace('UTF-8', 'windows-1251'), 'windows-1251'),
  ],
  ['camt.053 in UTF-16', camt, (text: string) => utf16(text.replace('UTF-8', 'UTF-16'))],
  ['camt.053 in UTF-16 that claims to be UTF-8', camt, swapped],
] as const)('%s brings the same lines', async (_, write, inBytes) => {
  const account = newAccount()
  const { id, accounts } = imported(await importFile(owner, inBytes(write(paymentsTo(account)))))
  expect(accounts).toMatchObject([{ account, currency: 'RUB', received: '123.51', new_lines: 3 }])
  const lines = await linesOf(id)
  expect(lines.map(({ purpose }: { purpose: string }) => purpose)).toEqual(Array(3).fill('Оплата по счёту'))
})

test.each(['windows-1251', 'ibm866', 'utf-16'] as const)(
  'MT940 in %s brings the same lines',
  async (encoding) => {
    const text = mt940(undefined, { account: newAccount() })
    const bytes = encoding === 'utf-16' ? utf16(text) : encode(text, encoding)
    const { id, accounts } = imported(await importFile(owner, bytes))
    expect(accounts).toMatchObject([{ received: '243751.65', sent: '151450.50', new_lines: 6 }])
    const [first] = await linesOf(id)
    expect(first.purpose).toBe('Оплата по заявке PR-2026-000123. НДС не облагается')
  },
)

test('half a letter of UTF-16 is damage with its line', async () => {
  const text = oneC(paymentsTo(newAccount()))
  const cut = await importFile(owner, utf16(text).subarray(0, -1))
  expect([cut.status, cut.body.detail[0].ctx]).toEqual([
    422,
    { code: 'statement_encoding', line: text.split('\n').length - 1, encoding: 'utf-16' },
  ])
  const unmarked = await importFile(owner, utf16(text).subarray(2))
  expect([unmarked.status, unmarked.body.detail[0].ctx]).toEqual([422, { code: 'statement_format' }])
})

const formats = {
  '1C': (account: string) => encode(oneC(paymentsTo(account)), 'windows-1251'),
  'camt.053': (account: string) => Buffer.from(camt(paymentsTo(account))),
  MT940: (account: string) => Buffer.from(mt940(undefined, { account, perMessage: 2 })),
  'camt.054': (account: string) => Buffer.from(camt(paymentsTo(account), { kind: 'camt.054' })),
  MT942: (account: string) => Buffer.from(mt942(undefined, { account })),
}

/** What an import says of money: as much as the whole file, whatever was cut off, or it asks somebody. */
const sumsOf = ({ accounts }: { accounts: { received: string; sent: string }[] }) =>
  accounts.map(({ received, sent }) => [received, sent])

test.each(Object.entries(formats))('%s that is cut off is refused, or loses nothing', async (_, make) => {
  const account = newAccount()
  const bytes = make(account)
  const whole = imported(await importFile(owner, bytes))
  const codes = new Set<string>()
  for (let length = 1; length < bytes.length; length += scaled(97, 5)) {
    const { status, body } = await importFile(owner, bytes.subarray(0, length))
    if (status === 201) {
      expect(sumsOf(body), String(length)).toEqual(sumsOf(whole))
      expect(body.new_lines, String(length)).toBe(0)
    } else {
      expect([409, 422], `${length} ${JSON.stringify(body)}`).toContain(status)
      const code = body.code ?? body.detail[0].ctx.code
      expect(code).toMatch(/^statement_/)
      codes.add(code)
    }
  }
  expect(codes.size).toBeGreaterThan(1)
})

test('balances that do not follow are refused with both sums, within a file and between its messages', async () => {
  const account = newAccount()
  const wrong = oneC(paymentsTo(account)).replace('КонечныйОстаток=1000123.51', 'КонечныйОстаток=1000123.50')
  const reply = await importFile(owner, encode(wrong.replace(/ВсегоПоступило=.*\r\n/, ''), 'windows-1251'))
  expect([reply.status, reply.body.code, reply.body.context.differences]).toEqual([
    409,
    'statement_difference',
    [{ code: 'closing_balance', account, currency: 'RUB', stated: '1000123.50', found: '1000123.51' }],
  ])
  const messages = mt940(undefined, { account, perMessage: 3 })
  const second = messages.replace(/:60M:C(\d{6})RUB\S+/, ':60M:C$1RUB1,00')
  expect(second).not.toBe(messages)
  const between = await importFile(owner, second)
  expect(between.status, JSON.stringify(between.body)).toBe(409)
  expect(between.body.context.differences[0]).toMatchObject({ code: 'closing_balance', account })
  expect((await owner.get(`/v1/statement-lines?account=${account}`)).body.items).toEqual([])
})

test('several statements of several accounts in one file are added up by account', async () => {
  const [one, other] = [newAccount(), newAccount()]
  const file = [one, other].map((account) => mt940(undefined, { account, perMessage: 2 })).join('')
  const { accounts, new_lines, warnings } = imported(await importFile(owner, file))
  expect([new_lines, warnings]).toEqual([12, []])
  for (const [at, account] of [one, other].entries())
    expect(accounts[at]).toMatchObject({ account, received: '243751.65', sent: '151450.50', new_lines: 6 })
})

test('49,000 lines are imported once', async () => {
  const length = scaled(2_450, 49_000)
  const many = Array.from({ length }, (_, at) => ({
    value: '260105',
    mark: 'C' as const,
    amount: `${at + 1},01`,
    reference: String(at),
    details: ['Оплата'],
  }))
  const text = mt940(many, { account: newAccount(), perMessage: 700 })
  const first = imported(await importFile(owner, text))
  const received = sumsByField61(text).incoming
  expect(first).toMatchObject({ new_lines: length, known_lines: 0, warnings: [] })
  expect(first.accounts[0].received).toBe(`${received / 100n}.${String(received % 100n).padStart(2, '0')}`)
  expect(imported(await importFile(owner, text))).toMatchObject({ new_lines: 0, known_lines: length })
})
