import { expect, test } from 'vitest'
import { statementDifferences } from '../../contract/books/statements.ts'
import { StatementDamaged } from '../../server/features/statements/readers/damaged.ts'
import { randomFrom } from '../support/cases/random.ts'
import { isFull, scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { entries, moved, mt940, mt942, sberbank, sumsByField61 } from './mt-samples.ts'
import { mutate } from './mutate.ts'
import { type ReadWhole, readWhole } from './read-whole.ts'
import { dollars, encode, rubles } from './samples.ts'

const read = (text: string) => readWhole(Buffer.from(text))
const sumsOf = ({ lines }: ReadWhole) => {
  const sums = { incoming: 0n, outgoing: 0n }
  for (const { direction, amount } of lines) sums[direction] += amount
  return sums
}

function damageOf(text: string | Uint8Array): Record<string, unknown> {
  try {
    readWhole(Buffer.from(text as string))
  } catch (error) {
    if (error instanceof StatementDamaged) return error.fault.ctx as Record<string, unknown>
    throw error
  }
  throw new Error('It was read.')
}
const lineOf = (text: string, characters: string) =>
  text.slice(0, text.indexOf(characters)).split('\n').length

test('a statement is read with every field', () => {
  const { format, lines, accounts, warnings } = read(mt940())
  expect(format).toBe('mt940')
  expect(warnings).toEqual([])
  expect(accounts).toMatchObject([
    {
      account: rubles,
      currency: 'RUB',
      from: '2026-01-02',
      to: '2026-01-06',
      opening: 100_000_000n,
      closing: 100_000_000n + entries.reduce((sum, entry) => sum + moved(entry), 0n),
    },
  ])
  expect(lines[0]).toEqual({
    account: rubles,
    currency: 'RUB',
    // The entry date is in January, the value date in December.
    bookedOn: '2026-01-02',
    direction: 'incoming',
    documentNumber: '417',
    amount: 9_230_108n,
    payer: {
      name: 'ИНН 7701234560 ООО Ромашка Плюс',
      inn: '7701234560',
      account: '40702810400000067890',
      bic: '044525225',
    },
    receiver: { name: null, inn: null, account: rubles, bic: null },
    purpose: 'Оплата по заявке PR-2026-000123. НДС не облагается',
  })
  expect(lines[1]).toMatchObject({
    documentNumber: 'B260105-2',
    payer: { inn: '7701234560' },
    purpose: 'INN7701234560 OOO ROMASHKA POSCHETU 124 ZA USDT',
  })
  // What came is taken back by RC, what went by RD.
  expect(lines.slice(2).map(({ direction, bookedOn, amount }) => [direction, bookedOn, amount])).toEqual([
    ['outgoing', '2026-01-05', 145_050n],
    ['outgoing', '2026-01-05', 15_000_000n],
    ['incoming', '2026-01-05', 145_050n],
    ['incoming', '2026-01-06', 7n],
  ])
})

test('as Sberbank writes it, with 30 February', () => {
  const { lines, accounts, warnings } = read(sberbank)
  expect(warnings).toEqual([])
  expect(accounts).toMatchObject([{ account: dollars, currency: 'USD', closing: 62_836_980n }])
  expect(lines).toMatchObject([
    {
      direction: 'outgoing',
      documentNumber: '417',
      amount: 240_200n,
      receiver: { name: 'ROMASHKA TREYDING LTD', account: '0000004279070017', bic: '10918001' },
      purpose: 'VOZVRAT PO DOGOVORU 12 PR-2026-000123'.replace(' PR', '    PR').replaceAll(/\s+/g, ' '),
    },
    { direction: 'incoming', bookedOn: '2026-03-01', purpose: 'INVOICE 18' },
  ])
  const february = mt940([{ value: '260230', mark: 'D', amount: '6,00' }], { closedOn: '260230' })
  expect(read(february)).toMatchObject({
    lines: [{ bookedOn: '2026-02-28' }],
    accounts: [{ to: '2026-02-28' }],
  })
})

test('entry dates are in the year next to their value date', () => {
  const days = [
    ['251231', '0102', '2026-01-02'],
    ['260102', '1231', '2025-12-31'],
    ['240228', '0229', '2024-02-29'],
    ['260630', '0701', '2026-07-01'],
  ] as const
  for (const [value, entry, day] of days) {
    const { lines } = read(mt940([{ value, entry, mark: 'C', amount: '1,00' }], { closedOn: '260801' }))
    expect(lines[0]?.bookedOn).toBe(day)
  }
})

test('a statement over several messages, several accounts, and headers of SWIFT', () => {
  const whole = read(mt940())
  for (const perMessage of [1, 2, 5]) expect(read(mt940(entries, { perMessage }))).toEqual(whole)
  const two = read(`${mt940()}${mt940(entries, { account: dollars, currency: 'USD', perMessage: 3 })}`)
  expect(two.accounts.map(({ account }) => account)).toEqual([rubles, dollars])
  expect(two.lines).toHaveLength(2 * entries.length)
  const [start, end] = [String.fromCharCode(1), String.fromCharCode(3)]
  const framed = mt940().replace(/-\r\n$/, `-}{5:{CHK:123456789ABC}}${end}`)
  expect(read(`${start}{1:F01SABRRUMMAXXX0000000000}{2:O9401200}{4:\r\n${framed}`)).toEqual(whole)
  expect(read(`SABRRUMM\n940\nSABRRUMM\n${mt940(entries, { newline: '\n' })}`)).toEqual(whole)
  // The days follow each other, or a message is missing, doubled or at another place.
  const days = [mt940(), mt940([], { opening: '1092301,15', number: '00002', closedOn: '260107' })]
  expect(read(days.join(''))).toMatchObject({ warnings: [], accounts: [{ to: '2026-01-07' }] })
  const doubled = read(mt940() + mt940())
  expect(doubled.warnings.map(({ code }) => code)).toEqual(['closing_balance'])
  const parts = mt940(entries, { perMessage: 2 }).split(/(?<=-\r\n)/)
  for (const order of [[0], [0, 1], [1, 2], [0, 2, 1]])
    expect(damageOf(order.map((at) => parts[at]).join('')).code, String(order)).toBe(
      'statement_message_missing',
    )
  const gap = read([parts[0], parts[2]].join(''))
  expect(gap.warnings.map(({ code }) => code)).toEqual(
    ['closing_balance', 'closing_balance'].slice(0, gap.warnings.length),
  )
  expect(gap.warnings.length).toBeGreaterThan(0)
})

test.each(['utf-8', 'windows-1251', 'ibm866'] as const)('in %s as it comes', (encoding) => {
  const bytes = encoding === 'utf-8' ? Buffer.from(mt940()) : encode(mt940(), encoding)
  expect(readWhole(bytes)).toEqual(read(mt940()))
  for (const pieceBytes of [1, 7, 64]) expect(readWhole(bytes, pieceBytes)).toEqual(readWhole(bytes))
})

test('a byte that is no UTF-8 in a file that otherwise is', () => {
  const bytes = Buffer.from(mt940())
  bytes[bytes.indexOf('НДС')] = 0xff
  expect(damageOf(bytes)).toMatchObject({ code: 'statement_encoding', encoding: 'utf-8' })
})

test('SEPA words, other separators, and a separator within a text', () => {
  const of = (details: readonly string[]) =>
    read(mt940([{ value: '260105', mark: 'C', amount: '1,00', details }])).lines[0]
  expect(of(['166?20EREF+E-417?21SVWZ+Invoice 18?32ACME'])).toMatchObject({
    documentNumber: 'E-417',
    purpose: 'Invoice 18',
    payer: { name: 'ACME' },
  })
  expect(of(['020~00TRANSFER~20Invoice 18~30BANKPLPW~31PL61109010140000071219812874~32ACME'])).toMatchObject({
    purpose: 'Invoice 18',
    payer: { account: 'PL61109010140000071219812874', bic: 'BANKPLPW' },
  })
  expect(of(['166?20Why?99 and ?60more'])).toMatchObject({ purpose: 'Why?99 and more' })
})

test.each([
  [
    'a decimal point',
    (text: string) => text.replace('C92301,08', 'C92301.08'),
    'statement_value',
    ':61:251231',
  ],
  [
    'three decimals',
    (text: string) => text.replace('C92301,08', 'C92301,080'),
    'statement_amount',
    ':61:251231',
  ],
  ['31 April', (text: string) => text.replace('2512310102', '2604310102'), 'statement_date', ':61:260431'],
  ['an unknown field', (text: string) => text.replace(':28C:', ':99Z:'), 'statement_text', ':99Z:'],
  ['no account', (text: string) => text.replace(/:25:.*\r\n/, ''), 'statement_field_missing', ':60F:'],
  [
    'an account with a sign',
    (text: string) => text.replace(rubles, `${rubles}!`),
    'statement_account',
    ':25:',
  ],
  [
    'another currency',
    (text: string) => text.replace('251230RUB', '251230USD'),
    'statement_currency',
    ':60F:',
  ],
  [
    'two descriptions',
    (text: string) => text.replace(':86:Комиссия', ':86:x\r\n:86:Комиссия'),
    'statement_field_repeated',
    ':86:Комиссия',
  ],
  [
    'an entry after the end',
    (text: string) => `${text}:61:260105C1,00NTRFNONREF\r\n`,
    'statement_text',
    ':61:260105C1,00',
  ],
  [
    'an entry before the balance',
    (text: string) => text.replace(/:60F:.*\r\n/, ''),
    'statement_text',
    ':61:251231',
  ],
  ['no closing balance', (text: string) => text.replace(/:62F:.*\r\n/, ''), 'statement_incomplete', '-\r\n'],
])('%s is damage, and the error says where', (_, change, code, place) => {
  const text = change(mt940())
  expect(damageOf(text)).toMatchObject({ code, line: lineOf(text, place) })
})

test('MT942 announces, and its totals are checked', () => {
  const { format, lines, accounts, warnings } = read(mt942())
  expect([format, warnings]).toEqual(['mt942', []])
  expect(accounts).toMatchObject([{ account: rubles, opening: null, closing: null }])
  expect(lines).toEqual(read(mt940()).lines)
  expect(read(mt942().replace(':90C:4', ':90C:5')).warnings.map(({ code }) => code)).toEqual([
    'number_of_lines',
  ])
  expect(read(mt942().replace('C92301,08', 'C92301,09')).warnings.map(({ code }) => code)).toEqual([
    'received_total',
  ])
})

const samples = {
  MT940: Buffer.from(mt940()),
  'MT940 of several messages in windows-1251': encode(mt940(entries, { perMessage: 2 }), 'windows-1251'),
  'MT940 of Sberbank': Buffer.from(sberbank),
  MT942: Buffer.from(mt942()),
}
const reported: readonly string[] = [...statementDifferences]

/** An error that says where, sums that do not add up, or the sums that the fields 61 of the file itself have. */
function check(
  bytes: Uint8Array,
  how: string,
  whole: ReturnType<typeof sumsOf>,
): 'damaged' | 'different' | 'right' {
  let statement: ReadWhole
  try {
    statement = readWhole(bytes)
  } catch (error) {
    if (!(error instanceof StatementDamaged)) throw error
    expect(error.fault.ctx?.code, how).toMatch(/^statement_/)
    return 'damaged'
  }
  if (statement.warnings.some(({ code }) => reported.includes(code))) return 'different'
  // A damaged byte may only hide a field from the other reader: then the balances prove the sums of the sample.
  const sums = sumsOf(statement)
  const isOfSample = sums.incoming === whole.incoming && sums.outgoing === whole.outgoing
  if (!isOfSample) expect(sums, how).toEqual(sumsByField61(Buffer.from(bytes).toString('latin1')))
  for (const { opening, closing, received, sent } of statement.accounts)
    if (opening !== null) expect(closing, how).toBe(opening + received - sent)
  return 'right'
}

test.each(Object.entries(samples))('%s survives every truncation', (_, bytes) => {
  const whole = sumsOf(readWhole(bytes))
  for (let length = 0; length < bytes.length; length += scaled(11, 1))
    check(bytes.subarray(0, length), `cut at ${length}`, whole)
  expect(whole).toEqual(sumsByField61(bytes.toString('latin1')))
})

test.each(Object.entries(samples))('%s survives mutations: never a wrong sum', (name, bytes) => {
  const random = randomFrom(seed)
  const whole = sumsOf(readWhole(bytes))
  const outcomes = { damaged: 0, different: 0, right: 0 }
  for (let round = 0; round < scaled(300, 100_000); round++)
    outcomes[check(mutate(bytes, random), `${name}, round ${round} of seed ${seed}`, whole)] += 1
  for (const outcome of Object.values(outcomes)) expect(outcome).toBeGreaterThan(0)
})

test('49,000 lines are read', () => {
  const length = scaled(4900, 49_000)
  const many = Array.from({ length }, (_, at) => ({
    value: '260105',
    mark: 'C' as const,
    amount: `${at},01`,
    reference: String(at),
    details: ['Оплата'],
  }))
  const text = mt940(many, { perMessage: 700 })
  const { lines, warnings } = read(text)
  expect([lines.length, warnings]).toEqual([length, []])
  expect(sumsOf({ lines } as ReadWhole)).toEqual(sumsByField61(text))
  if (isFull)
    expect(damageOf(mt940([...many, ...many], { perMessage: 700 })).code).toBe('statement_too_many_lines')
})
