import { formatMoney, parseMoney } from '../../server/features/statements/readers/money.ts'
import { dollars, rubles } from './samples.ts'

/** An entry as a sample of a SWIFT statement has it: days are `YYMMDD` and `MMDD`. */
export interface MtSample {
  value: string
  entry?: string
  mark: 'C' | 'D' | 'RC' | 'RD'
  amount: string
  reference?: string
  bank?: string
  details?: readonly string[]
}

/** Field 86 with subfields, in lines of 65 characters, whatever they break. */
export function subfields(parts: Readonly<Record<string, string>>, code = '166'): string[] {
  const text =
    code +
    Object.entries(parts)
      .map(([key, value]) => `?${key}${value}`)
      .join('')
  return text.match(/.{1,65}/g) ?? []
}

/** Both directions, a reversal of each, a payment of December booked in January, and texts in every form. */
export const entries: readonly MtSample[] = [
  {
    value: '251231',
    entry: '0102',
    mark: 'C',
    amount: '92301,08',
    reference: '417',
    bank: 'B260102-1',
    details: subfields({
      '00': 'Платеж',
      '20': 'Оплата по заявке PR-2026-00',
      '21': '0123. НДС не облагается',
      '30': '044525225',
      '31': '40702810400000067890',
      '32': 'ИНН 7701234560 ООО Ромашка',
      '33': ' Плюс',
    }),
  },
  {
    value: '260105',
    entry: '0105',
    mark: 'C',
    amount: '150000,',
    reference: 'NONREF',
    bank: 'B260105-2',
    details: ['INN7701234560 OOO ROMASHKA', 'POSCHETU 124 ZA USDT'],
  },
  { value: '260105', mark: 'D', amount: '1450,5', reference: '77', details: ['Комиссия банка'] },
  {
    value: '260105',
    entry: '0105',
    mark: 'RC',
    amount: '150000,00',
    reference: 'STORNO',
    details: ['Возврат'],
  },
  {
    value: '260105',
    entry: '0105',
    mark: 'RD',
    amount: '1450,50',
    reference: 'STORNO2',
    details: ['Возврат комиссии'],
  },
  { value: '260106', entry: '0106', mark: 'C', amount: '0,07', reference: 'NONREF' },
]

export interface MtOptions {
  account?: string
  currency?: string
  opening?: string
  newline?: string
  /** How many entries each message has. */
  perMessage?: number
  number?: string
  closedOn?: string
}

const units = (amount: string) => parseMoney(amount.replace(/,$/, ''), 'RUB') as bigint
const balance = (value: bigint) => `${value < 0n ? 'D' : 'C'}`
const comma = (value: bigint) => formatMoney(value < 0n ? -value : value, 'RUB').replace('.', ',')

/** What an entry moves, in the smallest unit. */
export function moved({ mark, amount }: MtSample): bigint {
  return mark === 'C' || mark === 'RD' ? units(amount) : -units(amount)
}

export function mt940(list: readonly MtSample[] = entries, options: MtOptions = {}): string {
  const {
    account = rubles,
    currency = 'RUB',
    opening = '1000000,00',
    newline = '\r\n',
    perMessage = list.length,
    number = '00001',
    closedOn = '260106',
  } = options
  const lines: string[] = []
  let at = units(opening)
  const messages = Math.max(1, Math.ceil(list.length / Math.max(1, perMessage)))
  for (let message = 0; message < messages; message++) {
    const own = list.slice(message * perMessage, (message + 1) * perMessage)
    const [first, last] = [message === 0, message === messages - 1]
    lines.push(
      ':20:STATEMENT',
      `:25:${account}`,
      `:28C:${number}/${String(message + 1).padStart(5, '0')}`,
      `:60${first ? 'F' : 'M'}:${balance(at)}251230${currency}${comma(at)}`,
    )
    for (const entry of own) {
      at += moved(entry)
      lines.push(...field61(entry), ...field86(entry))
    }
    lines.push(`:62${last ? 'F' : 'M'}:${balance(at)}${closedOn}${currency}${comma(at)}`, '-')
  }
  return `${lines.join(newline)}${newline}`
}

function field61({ value, entry = '', mark, amount, reference = 'NONREF', bank }: MtSample): string[] {
  return [`:61:${value}${entry}${mark}${amount}NTRF${reference}${bank ? `//${bank}` : ''}`]
}

function field86({ details }: MtSample): string[] {
  return details ? details.map((line, index) => (index === 0 ? `:86:${line}` : line)) : []
}

export function mt942(
  list: readonly MtSample[] = entries,
  { account = rubles, currency = 'RUB' } = {},
): string {
  const side = (isIncoming: boolean) => {
    const own = list.filter((entry) => moved(entry) > 0n === isIncoming)
    return `${own.length}${currency}${comma(own.reduce((sum, entry) => sum + moved(entry), 0n))}`
  }
  return [
    ':20:REPORT',
    `:25:${account}`,
    ':28C:00001/00001',
    `:34F:${currency}0,`,
    ':13D:2601061815+0300',
    ...list.flatMap((entry) => [...field61(entry), ...field86(entry)]),
    `:90D:${side(false)}`,
    `:90C:${side(true)}`,
    '-',
    '',
  ].join('\r\n')
}

/** As Sberbank and some other banks write it: `:28:`, types of blanks, and numbered lines in a field `NS`. */
export const sberbank = [
  ':20:STARTUMS',
  `:25:${dollars}`,
  ':28:00046',
  ':NS:22OOO KONTORA',
  '23OOO KONTORA',
  '25260130180507',
  '',
  ':60F:C260129USD627311,30',
  ':61:2601300130DD2402,00S   417',
  ':NS:01VOZVRAT PO DOGOVORU 12    ',
  '02PR-2026-000123',
  '15ROMASHKA TREYDING',
  '16 LTD',
  '17TRANSFER',
  '3310918001',
  '340000004279070017',
  ':61:2602300301CD3460,5S   X',
  ':NS:01INVOICE 18',
  ':62F:C260301USD628369,80',
  ':64:C260301USD628369,80',
  '',
].join('\n')

/** What a file moves in each direction, read by nothing but its field 61. */
export function sumsByField61(text: string): Record<'incoming' | 'outgoing', bigint> {
  const sums = { incoming: 0n, outgoing: 0n }
  for (const line of text.split(/\r\n|\n|\r/)) {
    const found = /^:61:\d{6}(?:\d{4})?(C|D|RC|RD)[A-Z]?(\d+),(\d*)[NSF]/.exec(line)
    if (!found) continue
    const [, mark, whole = '', cents = ''] = found
    const amount = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'))
    sums[mark === 'C' || mark === 'RD' ? 'incoming' : 'outgoing'] += amount
  }
  return sums
}
