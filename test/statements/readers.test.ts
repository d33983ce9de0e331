import { expect, test } from 'vitest'
import { statementDifferences } from '../../contract/books/statements.ts'
import { StatementDamaged } from '../../server/features/statements/readers/damaged.ts'
import { formatMoney } from '../../server/features/statements/readers/money.ts'
import { randomFrom } from '../support/cases/random.ts'
import { scaled } from '../support/cases/scale.ts'
import { seed } from '../support/cases/seed.ts'
import { fewer } from '../support/cases/thorough.ts'
import { mutate } from './mutate.ts'
import { type ReadWhole, readWhole } from './read-whole.ts'
import { camt, client, dollars, encode, oneC, payments, rubles } from './samples.ts'

const read = (text: string) => readWhole(Buffer.from(text))
const amountsOf = ({ lines }: ReadWhole) =>
  lines.map(({ currency, direction, amount }) => `${currency} ${direction} ${amount}`).toSorted()
const codesOf = ({ warnings }: ReadWhole) => warnings.map(({ code }) => code)
const expected = amountsOf(read(oneC()))

/** The number of the line with these characters. */
function lineOf(text: string, characters: string): number {
  return text.slice(0, text.indexOf(characters) + (characters.startsWith('\n') ? 1 : 0)).split('\n').length
}

function damageOf(bytes: Uint8Array | string, pieceBytes?: number): StatementDamaged {
  try {
    readWhole(Buffer.from(bytes as string), pieceBytes)
  } catch (error) {
    if (error instanceof StatementDamaged) return error
    throw error
  }
  throw new Error('It was read.')
}

test('both formats give the same lines, with every field', () => {
  const [one, xml, newer] = [
    read(oneC(payments, { encoding: 'UTF-8' })),
    read(camt()),
    read(camt(payments, { version: '08' })),
  ]
  const key = ({ account, amount, purpose }: { account: string; amount: bigint; purpose: string }) =>
    `${account} ${amount} ${purpose}`
  const sorted = ({ lines }: ReadWhole) => lines.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  expect(sorted(xml)).toEqual(sorted(one))
  expect(newer.lines).toEqual(xml.lines)
  expect(one.lines).toHaveLength(payments.length)
  expect(one.lines[0]).toEqual({
    account: rubles,
    currency: 'RUB',
    bookedOn: '2026-01-30',
    direction: 'incoming',
    documentNumber: '417',
    amount: 9230108n,
    payer: client,
    receiver: { name: 'ООО "Контора"', inn: '7707083893', account: rubles, bic: '044525974' },
    purpose: 'Оплата по заявке PR-2026-000123. НДС не облагается',
  })
  expect(one.lines.at(-1)).toMatchObject({
    account: dollars,
    currency: 'USD',
    amount: 1200070n,
    payer: { inn: null, bic: null },
  })
  for (const { accounts, warnings } of [one, xml]) {
    expect(warnings).toEqual([])
    expect(
      accounts.map(({ account, from, to, opening, closing, received, sent }) => [
        account,
        from,
        to,
        opening,
        closing,
        received,
        sent,
      ]),
    ).toEqual([
      [
        rubles,
        '2026-01-30',
        '2026-01-31',
        100_000_000n,
        100_000_000n + 39_230_108n - 145_050n,
        39_230_108n,
        145_050n,
      ],
      [dollars, '2026-01-30', '2026-01-31', 100_000_000n, 101_200_070n, 1_200_070n, 0n],
    ])
  }
})

test.each([
  ['windows-1251', encode(oneC(), 'windows-1251'), []],
  ['DOS', encode(oneC(payments, { encoding: 'DOS' }), 'ibm866'), []],
  ['UTF-8', Buffer.from(oneC(payments, { encoding: 'UTF-8' })), []],
  ['UTF-8 that claims to be Windows', Buffer.from(oneC()), ['other_encoding']],
  [
    'Windows that claims to be DOS',
    encode(oneC(payments, { encoding: 'DOS' }), 'windows-1251'),
    ['other_encoding'],
  ],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${oneC(payments, { encoding: 'UTF-8' })}`), []],
  ['line feeds alone', encode(oneC(payments, { newline: '\n' }), 'windows-1251'), []],
  ['a missing last line', encode(oneC().replace('КонецФайла\r\n', ''), 'windows-1251'), ['end_missing']],
  ['XML in windows-1251', encode(camt().replace('UTF-8', 'windows-1251'), 'windows-1251'), []],
  [
    'XML in UTF-8 that claims to be windows-1251',
    Buffer.from(camt().replace('UTF-8', 'windows-1251')),
    ['other_encoding'],
  ],
])('%s', (_, bytes, warnings) => {
  const statement = readWhole(bytes)
  expect(codesOf(statement).filter((code) => code !== 'other_encoding' || warnings.length > 0)).toEqual(
    warnings,
  )
  expect(amountsOf(statement)).toEqual(expected)
  expect(statement.lines.map(({ purpose }) => purpose)).toContain(payments[0]?.purpose)
})

test.each(fewer(2, [7, 1, 2, 3, 64, 1000]))(
  'pieces of %i bytes give the same as the whole file',
  (pieceBytes) => {
    for (const bytes of [...Object.values(samples), Buffer.from(oneC(payments, { newline: '\r' }))])
      expect(readWhole(bytes, pieceBytes)).toEqual(readWhole(bytes))
    const [text, broken] = [oneC().replace('Сумма=92301.08', 'Сумма=x'), Buffer.from(oneC())]
    broken[broken.indexOf('Ромашка')] = 0xff
    for (const damage of [Buffer.from(text), broken, Buffer.from(camt().replace('DBIT', 'DEBT'))])
      expect(damageOf(damage, pieceBytes).fault).toEqual(damageOf(damage).fault)
  },
)

test('text without ends of lines, and sections without an end of fields, are damage', () => {
  const endless = oneC().replace('НазначениеПлатежа=', `НазначениеПлатежа=${'x'.repeat(30_000)}`)
  expect(damageOf(endless).fault.ctx).toMatchObject({ code: 'statement_text', section: 'СекцияДокумент' })
  const fields = Array.from({ length: 2000 }, (_, index) => `Поле${index}=1`).join('\r\n')
  const many = oneC().replace('КонецДокумента', `${fields}\r\nКонецДокумента`)
  expect(damageOf(many).fault.ctx).toMatchObject({ code: 'statement_text', section: 'СекцияДокумент' })
})

test('a transfer between own accounts is a line of each', () => {
  const other = '40702810700000098765'
  const list = [
    { number: '9', on: '2026-01-30', amount: '5000.00', from: rubles, to: other, purpose: 'Перевод' },
  ]
  const { lines, warnings } = read(oneC(list, { encoding: 'UTF-8' }))
  expect(warnings).toEqual([])
  expect(lines.map(({ account, direction, amount }) => [account, direction, amount])).toEqual([
    [rubles, 'outgoing', 500_000n],
    [other, 'incoming', 500_000n],
  ])
})

const withoutSection = (text: string) => text.replaceAll(/СекцияРасчСчет[\s\S]*?КонецРасчСчет\r\n/g, '')

test.each([
  ['without an account section', withoutSection(oneC()), 'СекцияДокумент'],
  [
    'without any section',
    withoutSection(oneC()).replace(/СекцияДокумент[\s\S]*КонецДокумента\r\n/, ''),
    '1CClientBankExchange',
  ],
  [
    'with a document that nobody has booked',
    oneC().replace('ДатаСписано=31.01.2026\r\n', ''),
    'СекцияДокумент=Платежное поручение\r\nНомер=77',
  ],
  [
    'with dates that are empty',
    oneC().replaceAll(/(ДатаПоступило|ДатаСписано)=.*/g, '$1='),
    'СекцияДокумент',
  ],
])('a file %s is one of payment orders', (_, text, place) => {
  expect(damageOf(text).fault).toMatchObject({
    type: 'file_type',
    ctx: { code: 'statement_of_orders', line: lineOf(text, place) },
  })
})

/** The account on one side of every payment, as a bank may write it. */
const masked = (text: string, side: 'Плательщик' | 'Получатель', mask: (account: string) => string) =>
  text.replaceAll(
    new RegExp(`(${side}(?:Расч)?Счет)=(\\d*)`, 'g'),
    (_, key, account) => `${key}=${mask(account)}`,
  )

test.each([
  ['stars', (account: string) => `${'*'.repeat(16)}${account.slice(-4)}`],
  ['a beginning and an end', (account: string) => `${account.slice(0, 8)}****${account.slice(-4)}`],
  ['zeros', (account: string) => `${account.slice(0, 8)}00000000${account.slice(-4)}`],
  ['the end alone', (account: string) => account.slice(-5)],
  ['groups', (account: string) => account.replace(/(.{5})(.{3})(.)/, '$1.$2.$3.')],
])('accounts that are masked with %s are found, and the date says the direction', (_, mask) => {
  const text = oneC(payments, { encoding: 'UTF-8' })
  for (const sides of [['Плательщик'], ['Получатель'], ['Плательщик', 'Получатель']] as const) {
    const statement = read(sides.reduce((all, side) => masked(all, side, mask), text))
    expect(amountsOf(statement)).toEqual(expected)
    expect(codesOf(statement)).toEqual([])
    expect(statement.lines.map(({ account }) => account)).toEqual(
      read(text).lines.map(({ account }) => account),
    )
  }
})

test('accounts that show nothing belong to the only account of the file, and to none of two', () => {
  const own = payments.filter(({ to, from }) => to === rubles || from === rubles)
  const text = oneC(own, { encoding: 'UTF-8' })
  for (const hidden of ['', '00000000000000000000', 'XXXX']) {
    const hide = (all: string) =>
      masked(
        masked(all, 'Плательщик', () => hidden),
        'Получатель',
        () => hidden,
      )
    expect(amountsOf(read(hide(text)))).toEqual(amountsOf(read(text)))
    expect(damageOf(hide(oneC())).fault.ctx?.code).toBe('statement_foreign_document')
    // Banks that write both dates say no direction then.
    const both = hide(text).replaceAll(/ДатаПоступило=(.*)/g, 'ДатаПоступило=$1\r\nДатаСписано=$1')
    expect(damageOf(both).fault.ctx?.code).toBe('statement_foreign_document')
  }
  // A number that is written out and is another one is no mask.
  const other = masked(text, 'Получатель', () => '40702810400000067890')
  expect(damageOf(other).fault.ctx?.code).toBe('statement_foreign_document')
})

test('a batch has a line for each transaction, whose amounts must add up', () => {
  const parts = (second: string) => `<NtryDtls>
    <TxDtls><Refs><EndToEndId>1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="RUB">100.00</Amt></TxAmt></AmtDtls></TxDtls>
    <TxDtls><Refs><EndToEndId>2</EndToEndId></Refs>${second}</TxDtls></NtryDtls>`
  const batch = (second: string) =>
    camt([{ number: '1', on: '2026-01-30', amount: '350.50', to: rubles, purpose: '' }]).replace(
      /<NtryDtls>[\s\S]*<\/NtryDtls>/,
      parts(second),
    )
  const { lines } = read(batch('<Amt Ccy="RUB">250.5</Amt>'))
  expect(lines.map(({ documentNumber, amount }) => [documentNumber, amount])).toEqual([
    ['1', 10_000n],
    ['2', 25_050n],
  ])
  expect(damageOf(batch('<Amt Ccy="RUB">250.51</Amt>')).fault.ctx).toMatchObject({ code: 'statement_parts' })
  expect(damageOf(batch('')).fault.ctx).toMatchObject({ code: 'statement_parts' })
})

test('entries that are not booked are left out', () => {
  const [first, ...rest] = camt().split('<Sts>BOOK</Sts>')
  const statement = read(`${first}<Sts>PDNG</Sts>${rest.join('<Sts>BOOK</Sts>')}`)
  expect(statement.lines).toHaveLength(payments.length - 1)
  // The balances of this sample count it.
  expect(codesOf(statement)).toEqual(['closing_balance', 'pending_left_out'])
})

test.each([
  [
    '30 February',
    oneC().replace('Дата=30.01.2026', 'Дата=30.02.2026'),
    'statement_date',
    '30.02.2026',
    { field: 'Дата' },
  ],
  [
    'no number',
    oneC().replace('Сумма=92301.08', 'Сумма=9230l.08'),
    'statement_amount',
    '9230l.08',
    { field: 'Сумма', currency: 'RUB' },
  ],
  [
    'a negative amount',
    oneC().replace('Сумма=92301.08', 'Сумма=-92301.08'),
    'statement_amount',
    '-92301.08',
    {},
  ],
  ['nothing', oneC().replace('Сумма=92301.08', 'Сумма=0.00'), 'statement_amount', 'Сумма=0.00', {}],
  [
    'three decimals',
    oneC().replace('Сумма=92301.08', 'Сумма=92301.080'),
    'statement_amount',
    '92301.080',
    {},
  ],
  [
    'no amount',
    oneC().replace('Сумма=92301.08\r\n', ''),
    'statement_field_missing',
    'СекцияДокумент',
    { section: 'СекцияДокумент', field: 'Сумма' },
  ],
  [
    'two amounts',
    oneC().replace('Сумма=92301.08', 'Сумма=1\r\nСумма=2'),
    'statement_field_repeated',
    'Сумма=2',
    {},
  ],
  [
    'a total that is no number',
    oneC().replace('ВсегоСписано=1450.50', 'ВсегоСписано=145O.50'),
    'statement_balance',
    '145O.50',
    {},
  ],
  [
    'an account of nobody',
    oneC().replaceAll(/(Получатель(?:Расч)?Счет)=.*/g, '$1='),
    'statement_foreign_document',
    'СекцияДокумент',
    {},
  ],
  [
    'an account with a letter',
    oneC().replace(`РасчСчет=${rubles}`, `РасчСчет=${rubles.slice(0, -1)}x`),
    'statement_account',
    'РасчСчет=4',
    {},
  ],
  [
    'an account in an unknown currency',
    oneC().replaceAll(rubles, '40702999900000012345'),
    'statement_currency',
    'РасчСчет=4',
    {},
  ],
  [
    'text between sections',
    oneC().replace('КонецДокумента', 'КонецДокумента\r\nСумма=1'),
    'statement_text',
    'Сумма=1\r',
    {},
  ],
  [
    'a purpose on two lines',
    oneC().replace('заявке', '\r\nзаявке'),
    'statement_text',
    '\nзаявке',
    { section: 'СекцияДокумент' },
  ],
  [
    'a section in a section',
    oneC().replace('КонецРасчСчет', 'СекцияДокумент=x'),
    'statement_incomplete',
    'СекцияДокумент=x',
    {},
  ],
  [
    'the name of a function as a key',
    oneC().replace('КонецРасчСчет', 'toString'),
    'statement_text',
    'toString',
    {},
  ],
  ['text after the end', `${oneC()}Сумма=7`, 'statement_text', 'Сумма=7', {}],
  [
    'a long purpose',
    oneC().replace('заявке', 'x'.repeat(4001)),
    'statement_field_too_long',
    'xxx',
    { characters: 4000 },
  ],
  ['another XML', '<a xmlns="urn:x"/>', 'statement_format', undefined, {}],
  ['camt.052', camt().replace('camt.053', 'camt.052'), 'statement_format', undefined, {}],
  [
    'a document type',
    camt().replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]>\n<Document'),
    'statement_xml',
    '<!DOCTYPE',
    {},
  ],
  ['an entity', camt().replace('Ромашка', '&file;'), 'statement_xml', '&file;', {}],
  [
    'a day of February',
    camt().replace('<Dt>2026-01-30</Dt></BookgDt>', '<Dt>2026-02-30</Dt></BookgDt>'),
    'statement_date',
    '2026-02-30',
    { field: 'BookgDt' },
  ],
  ['a comma', camt().replace('>92301.08<', '>92301,08<'), 'statement_amount', '92301,08', {}],
  ['a sign', camt().replace('>92301.08<', '>-92301.08<'), 'statement_amount', '-92301.08', {}],
  [
    'an unknown direction',
    camt().replace('DBIT', 'DEBT'),
    'statement_value',
    undefined,
    { field: 'CdtDbtInd' },
  ],
  [
    'another currency',
    camt().replace('<Amt Ccy="RUB">92301', '<Amt Ccy="USD">92301'),
    'statement_currency',
    '<Ntry>',
    { field: 'Ntry' },
  ],
  [
    'an unknown currency',
    camt().replaceAll('"RUB"', '"RUC"').replaceAll('>RUB<', '>RUC<'),
    'statement_currency',
    '<Stmt>',
    {},
  ],
  [
    'no account',
    camt().replace(/<Acct>.*<\/Acct>/, ''),
    'statement_field_missing',
    '<Stmt>',
    { section: 'Stmt', field: 'Acct' },
  ],
  ['a PDF', '%PDF-1.7', 'statement_format', undefined, {}],
  ['nothing at all', '', 'statement_format', undefined, {}],
])('%s is damage, and the error says where', (_, text, code, place, values) => {
  const { fault } = damageOf(text)
  const line = place === undefined ? undefined : lineOf(text, place)
  expect(fault).toMatchObject({
    type: 'file_type',
    ctx: { code, ...(line !== undefined && { line }), ...values },
  })
})

test('bytes that are no text name their line', () => {
  const bytes = Buffer.from(oneC())
  bytes[bytes.indexOf('Ромашка')] = 0xff
  expect(damageOf(bytes).fault.ctx).toEqual({
    code: 'statement_encoding',
    line: lineOf(oneC(), 'Ромашка'),
    encoding: 'utf-8',
  })
})

test('totals that do not fit are differences; without totals there is a warning', () => {
  const other = (from: string, to: string) =>
    read(oneC(payments, { encoding: 'UTF-8' }).replace(from, to)).warnings
  expect(other('Сумма=92301.08', 'Сумма=92301.88')).toEqual([
    { code: 'received_total', account: rubles, currency: 'RUB', stated: '392301.08', found: '392301.88' },
    { code: 'closing_balance', account: rubles, currency: 'RUB', stated: '1390850.58', found: '1390851.38' },
  ])
  expect(other('ВсегоСписано=1450.50', 'ВсегоСписано=1450.51')).toMatchObject([{ code: 'sent_total' }])
  expect(other('КонечныйОстаток=1390850.58', 'КонечныйОстаток=-1')).toMatchObject([
    { code: 'balances', stated: '-1.00' },
  ])
  const withoutTurnovers = oneC(payments, { encoding: 'UTF-8' }).replaceAll(
    /Всего(Поступило|Списано)=.*\r\n/g,
    '',
  )
  expect(codesOf(read(withoutTurnovers.replace('Сумма=92301.08', 'Сумма=92301.88')))).toEqual([
    'closing_balance',
  ])
  const bare = oneC(payments, { encoding: 'UTF-8' }).replaceAll(
    /(ВсегоПоступило|КонечныйОстаток)=.*\r\n/g,
    '',
  )
  expect(codesOf(read(bare))).toEqual(['totals_missing', 'totals_missing'])
  expect(damageOf(Buffer.from(bare.replace('КонецФайла\r\n', ''))).fault.ctx?.code).toBe(
    'statement_incomplete',
  )
  expect(codesOf(read(camt().replace('>92301.08<', '>92301.88<')))).toEqual([
    'received_total',
    'closing_balance',
  ])
  expect(codesOf(read(camt().replace('<NbOfNtries>4<', '<NbOfNtries>5<')))).toEqual(['number_of_lines'])
})

const samples = {
  '1C in windows-1251': encode(oneC(), 'windows-1251'),
  '1C in UTF-8': Buffer.from(oneC()),
  'camt.053': Buffer.from(camt()),
  'camt.054': Buffer.from(camt(payments, { kind: 'camt.054' })),
}
/**
 * The last two are no refusals. Where all totals are lost as well, nothing tells what the amounts were; of two digits that
 * agree with each other, such as one of a line and one of the sum, only the balances tell.
 */
const reported: readonly string[] = [...statementDifferences, 'totals_missing', 'balances']

/** What each currency has in each direction: two changes of amounts that cancel each other out are in no total of a file. */
function totalsOf(statement: ReadWhole): Record<string, bigint> {
  const totals: Record<string, bigint> = {}
  for (const { currency, direction, amount } of statement.lines) {
    const kind = `${currency} ${direction}`
    totals[kind] = (totals[kind] ?? 0n) + amount
  }
  return totals
}

const sampleTotals = totalsOf(read(oneC()))

/**
 * What a notification says of itself. It has no balances: where a digit of a line and the same digit of the sum change
 * together, nothing else tells.
 */
function statedTotals(bytes: Uint8Array): Record<string, bigint> {
  const totals: Record<string, bigint> = {}
  let currency = ''
  const parts = Buffer.from(bytes)
    .toString()
    .matchAll(/<Ccy>(\w+)<\/Ccy>|<Ttl(Cdt|Dbt)Ntries><Sum>(\d+)\.(\d\d)</g)
  for (const [, named, side, whole, cents] of parts) {
    currency = named ?? currency
    const amount = BigInt(`${whole ?? ''}${cents ?? ''}`)
    const kind = `${currency} ${side === 'Cdt' ? 'incoming' : 'outgoing'}`
    if (amount > 0n) totals[kind] = (totals[kind] ?? 0n) + amount
  }
  return totals
}

/** An error that says where, the totals of the sample, or that they do not add up or cannot be checked. */
function check(bytes: Uint8Array, how: string): 'damaged' | 'different' | 'right' {
  let statement: ReadWhole
  try {
    statement = readWhole(bytes)
  } catch (error) {
    if (!(error instanceof StatementDamaged)) throw error
    expect(error.fault.ctx?.code, how).toMatch(/^statement_/)
    return 'damaged'
  }
  if (codesOf(statement).some((code) => reported.includes(code))) return 'different'
  const possible = statement.format === 'camt.054' ? [sampleTotals, statedTotals(bytes)] : [sampleTotals]
  expect(possible, how).toContainEqual(totalsOf(statement))
  return 'right'
}

test.each(fewer(1, Object.entries(samples)))('%s survives every truncation', (_, bytes) => {
  for (let length = 0; length < bytes.length; length += scaled(37, 1)) {
    check(bytes.subarray(0, length), `cut at ${length}`)
  }
})

test.each(fewer(1, Object.entries(samples)))('%s survives mutations: never a wrong total', (name, bytes) => {
  const random = randomFrom(seed)
  const outcomes = { damaged: 0, different: 0, right: 0 }
  for (let round = 0; round < scaled(300, 100_000); round++) {
    const mutated = mutate(bytes, random)
    outcomes[check(mutated, `${name}, round ${round} of seed ${seed}`)] += 1
  }
  // Otherwise the mutations would prove nothing.
  for (const outcome of Object.values(outcomes)) expect(outcome).toBeGreaterThan(0)
})

test('money is formatted with the decimals of its currency', () => {
  expect([
    formatMoney(5n, 'RUB'),
    formatMoney(-5n, 'RUB'),
    formatMoney(5n, 'JPY'),
    formatMoney(12_345n, 'KWD'),
  ]).toEqual(['0.05', '-0.05', '5', '12.345'])
})
