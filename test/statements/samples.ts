import { formatMoney, parseMoney } from '../../server/features/statements/readers/money.ts'

/** A payment as a sample has it. `to` and `from` are own accounts; the other side is a client. */
export interface SamplePayment {
  number: string
  on: string
  amount: string
  from?: string
  to?: string
  party?: { name: string; inn?: string; account?: string; bic?: string }
  purpose: string
}

export const rubles = '40702810900000012345'
export const dollars = '40702840200000054321'
export const client = {
  name: 'ООО "Ромашка"',
  inn: '7701234560',
  account: '40702810400000067890',
  bic: '044525225',
}
const desk = { name: 'ООО "Контора"', inn: '7707083893', bic: '044525974' }

/** Two accounts, both directions, a transfer without INN, equal payments, and texts as banks write them. */
export const payments: readonly SamplePayment[] = [
  {
    number: '417',
    on: '2026-01-30',
    amount: '92301.08',
    to: rubles,
    party: client,
    purpose: 'Оплата по заявке PR-2026-000123. НДС не облагается',
  },
  {
    number: '18',
    on: '2026-01-30',
    amount: '150000.00',
    to: rubles,
    party: { ...client, name: 'ИП Сидоров Пётр Ильич', inn: '500100732259', account: '40802810100000011111' },
    purpose: 'По счёту № 124 за USDT',
  },
  {
    number: '18',
    on: '2026-01-30',
    amount: '150000.00',
    to: rubles,
    party: { ...client, name: 'ИП Сидоров Пётр Ильич', inn: '500100732259', account: '40802810100000011111' },
    purpose: 'По счёту № 124 за USDT, вторая часть',
  },
  {
    number: '77',
    on: '2026-01-31',
    amount: '1450.50',
    from: rubles,
    party: { name: 'АО "Банк"', inn: '7710140679', account: '70601810300000000001', bic: '044525974' },
    purpose: 'Комиссия за ведение счёта',
  },
  {
    number: '5',
    on: '2026-01-31',
    amount: '12000.7',
    to: dollars,
    party: { name: 'ACME Trading LLC', account: '40807840500000022222' },
    purpose: 'Payment under PR-2026-000125',
  },
]

/** The opening balance of every account of a sample. */
const opening = 100_000_000n

const currencyOf = (account: string) => (account.slice(5, 8) === '840' ? 'USD' : 'RUB')
const units = (payment: SamplePayment, account: string) =>
  parseMoney(payment.amount, currencyOf(account)) as bigint

function totals(list: readonly SamplePayment[], account: string) {
  const sum = (side: 'from' | 'to') =>
    list.reduce((total, payment) => (payment[side] === account ? total + units(payment, account) : total), 0n)
  const [received, sent] = [sum('to'), sum('from')]
  const format = (value: bigint) => formatMoney(value, currencyOf(account))
  return {
    received: format(received),
    sent: format(sent),
    opening: format(opening),
    closing: format(opening + received - sent),
  }
}

const accountsOf = (list: readonly SamplePayment[]) => [
  ...new Set(list.flatMap(({ from, to }) => [from, to]).filter((account) => account !== undefined)),
]
const daysOf = (list: readonly SamplePayment[]) => list.map(({ on }) => on).toSorted()
const russianDate = (day: string) => day.split('-').toReversed().join('.')

export function oneC(
  list: readonly SamplePayment[] = payments,
  { encoding = 'Windows', newline = '\r\n' }: { encoding?: string; newline?: string } = {},
): string {
  const days = daysOf(list)
  const [first, last] = [russianDate(days[0] as string), russianDate(days.at(-1) as string)]
  const accounts = accountsOf(list)
  const side = (
    name: string,
    { account, party }: { account: string; party: SamplePayment['party'] | typeof desk },
  ) => [
    `${name}Счет=${account}`,
    `${name}=ИНН ${party?.inn ?? ''} ${party?.name ?? ''}`,
    `${name}ИНН=${party?.inn ?? '0'}`,
    `${name}1=${party?.name ?? ''}`,
    `${name}РасчСчет=${account}`,
    `${name}Банк1=ПАО СБЕРБАНК`,
    `${name}БИК=${party?.bic ?? ''}`,
    `${name}Корсчет=30101810400000000225`,
  ]
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding}`,
    'Отправитель=Клиент-Банк',
    'Получатель=',
    `ДатаСоздания=${last}`,
    'ВремяСоздания=18:02:11',
    `ДатаНачала=${first}`,
    `ДатаКонца=${last}`,
    ...accounts.map((account) => `РасчСчет=${account}`),
    ...accounts.flatMap((account) => {
      const stated = totals(list, account)
      return [
        'СекцияРасчСчет',
        `ДатаНачала=${first}`,
        `ДатаКонца=${last}`,
        `РасчСчет=${account}`,
        `НачальныйОстаток=${stated.opening}`,
        `ВсегоПоступило=${stated.received}`,
        `ВсегоСписано=${stated.sent}`,
        `КонечныйОстаток=${stated.closing}`,
        'КонецРасчСчет',
      ]
    }),
    ...list.flatMap((payment) => [
      'СекцияДокумент=Платежное поручение',
      `Номер=${payment.number}`,
      `Дата=${russianDate(payment.on)}`,
      `Сумма=${payment.amount}`,
      ...side(
        'Плательщик',
        payment.from
          ? { account: payment.from, party: desk }
          : { account: payment.party?.account ?? '', party: payment.party },
      ),
      ...(payment.from ? [`ДатаСписано=${russianDate(payment.on)}`] : []),
      ...side(
        'Получатель',
        payment.to
          ? { account: payment.to, party: desk }
          : { account: payment.party?.account ?? '', party: payment.party },
      ),
      ...(payment.to ? [`ДатаПоступило=${russianDate(payment.on)}`] : []),
      'ВидПлатежа=Электронно',
      'ВидОплаты=01',
      'Очередность=5',
      `НазначениеПлатежа=${payment.purpose}`,
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ]
  return lines.join(newline)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function camt(
  list: readonly SamplePayment[] = payments,
  { version = '02', kind = 'camt.053' }: { version?: string; kind?: 'camt.053' | 'camt.054' } = {},
): string {
  const isStatement = kind === 'camt.053'
  const [message, statement] = isStatement ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const isNew = version >= '08'
  const days = daysOf(list)
  const balance = (code: string, amount: string, currency: string, on: string) => `
      <Bal>
        <Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <Dt><Dt>${on}</Dt></Dt>
      </Bal>`
  const party = (name: string, given: NonNullable<SamplePayment['party']>) => {
    const inner = `<Nm>${escaped(given.name)}</Nm>${given.inn ? `<Id><OrgId><Othr><Id>${given.inn}</Id></Othr></OrgId></Id>` : ''}`
    return `<${name}>${isNew ? `<Pty>${inner}</Pty>` : inner}</${name}>
              <${name}Acct><Id><Othr><Id>${given.account ?? ''}</Id></Othr></Id></${name}Acct>`
  }
  const agent = (name: string, bic: string | undefined) =>
    bic
      ? `<${name}Agt><FinInstnId><ClrSysMmbId><MmbId>${bic}</MmbId></ClrSysMmbId></FinInstnId></${name}Agt>`
      : ''
  const entry = (payment: SamplePayment, account: string) => {
    const currency = currencyOf(account)
    const own = { ...desk, account }
    const [payer, receiver] = payment.from === account ? [own, payment.party] : [payment.party, own]
    return `
      <Ntry>
        <Amt Ccy="${currency}">${payment.amount}</Amt>
        <CdtDbtInd>${payment.from === account ? 'DBIT' : 'CRDT'}</CdtDbtInd>
        <Sts>${isNew ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts>
        <BookgDt><Dt>${payment.on}</Dt></BookgDt>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>${payment.number}</EndToEndId></Refs>
            <RltdPties>
              ${party('Dbtr', payer ?? { name: '' })}
              ${party('Cdtr', receiver ?? { name: '' })}
            </RltdPties>
            <RltdAgts>${agent('Dbtr', payer?.bic)}${agent('Cdtr', receiver?.bic)}</RltdAgts>
            <RmtInf><Ustrd>${escaped(payment.purpose)}</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>`
  }
  const statements = accountsOf(list).map((account) => {
    const stated = totals(list, account)
    const currency = currencyOf(account)
    const own = list.filter(({ from, to }) => from === account || to === account)
    return `
    <${statement}>
      <Id>ST-${account}</Id>
      <FrToDt><FrDtTm>${days[0]}T00:00:00+03:00</FrDtTm><ToDtTm>${days.at(-1)}T23:59:59+03:00</ToDtTm></FrToDt>
      <Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${isStatement ? balance('OPBD', stated.opening, currency, days[0] as string) + balance('CLBD', stated.closing, currency, days.at(-1) as string) : ''}
      <TxsSummry>
        <TtlNtries><NbOfNtries>${own.length}</NbOfNtries></TtlNtries>
        <TtlCdtNtries><Sum>${stated.received}</Sum></TtlCdtNtries>
        <TtlDbtNtries><Sum>${stated.sent}</Sum></TtlDbtNtries>
      </TxsSummry>${own.map((payment) => entry(payment, account)).join('')}
    </${statement}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}">
  <${message}>
    <GrpHdr><MsgId>M-1</MsgId><CreDtTm>${days.at(-1)}T18:02:11+03:00</CreDtTm></GrpHdr>${statements.join('')}
  </${message}>
</Document>
`
}

/** Text in an encoding of one byte for each character, which Node only decodes. */
export function encode(text: string, encoding: 'windows-1251' | 'ibm866'): Buffer {
  const table = new Map(
    [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
      (character, byte) => [character, byte],
    ),
  )
  return Buffer.from([...text].map((character) => table.get(character) ?? 0x3f))
}
