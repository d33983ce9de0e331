import type { StatementDirection, StatementParty } from '../../../../contract/books/statements.ts'
import { damaged } from './damaged.ts'
import { parseMoney } from './money.ts'
import { entryDay, mtDay } from './mt-days.ts'
import { type Details, readDetails } from './mt-details.ts'
import type { MtField } from './mt-fields.ts'
import { longest, type ReadLine, tidy } from './statement.ts'

/** Field 61: what moved, and when. */
export interface MtEntry {
  line: number
  bookedOn: string
  direction: StatementDirection
  amount: bigint
  references: string[]
  supplement: string
}

/** Value date, entry date, mark, the third letter of the currency, amount, type of transaction, references. */
const entryForm = /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,15},\d{0,4})([NSF].{3})(.*)$/

export function readEntry({ lines, line }: MtField, currency: string): MtEntry {
  const [, value = '', entry, mark = '', , given = '', , rest = ''] = entryForm.exec(lines[0] ?? '') ?? []
  if (mark === '') throw damaged('statement_value', { line, field: ':61:' })
  const valueDay = mtDay(value)
  const bookedOn = entry === undefined || valueDay === undefined ? valueDay : entryDay(entry, valueDay)
  if (bookedOn === undefined) throw damaged('statement_date', { line, field: ':61:' })
  const amount = mtMoney(given, currency)
  if (amount === undefined) throw damaged('statement_amount', { line, field: ':61:', currency })
  const [own = '', ...ofBank] = rest.split('//')
  return {
    line,
    bookedOn,
    direction: directionOf(mark),
    amount,
    references: [own, ofBank.join('//')].map(tidy),
    supplement: lines.slice(1).join(' '),
  }
}

/** A reversal has the direction in which the money moves: what came is taken back by `RC`. */
function directionOf(mark: string): StatementDirection {
  return mark === 'C' || mark === 'EC' || mark === 'RD' ? 'incoming' : 'outgoing'
}

/** The comma is always there; decimals may be missing. */
export function mtMoney(text: string, currency: string): bigint | undefined {
  if (!/^\d+,\d*$/.test(text)) return undefined
  return parseMoney(text.replace(/,$/, ''), currency)
}

/** The line of an entry, with what field 86 says about it. */
export function lineOf(
  entry: MtEntry,
  about: MtField | undefined,
  { account, currency }: { account: string; currency: string },
): ReadLine {
  const details = about ? readDetails(about) : undefined
  const own: StatementParty = { name: null, inn: null, account, bic: null }
  const other = otherParty(details, about?.line ?? entry.line)
  const isIncoming = entry.direction === 'incoming'
  const where = about?.line ?? entry.line
  return {
    account,
    currency,
    bookedOn: entry.bookedOn,
    direction: entry.direction,
    documentNumber: limited(
      entry.line,
      ':61:',
      // What the payer or we have numbered goes before what the bank has.
      [entry.references[0], details?.reference, entry.references[1]].find(isNumber) ?? '',
      longest.documentNumber,
    ),
    amount: entry.amount,
    payer: isIncoming ? other : own,
    receiver: isIncoming ? own : other,
    purpose: limited(where, ':86:', tidy(details?.purpose || entry.supplement), longest.purpose),
  }
}

function isNumber(reference: string | undefined): boolean {
  return !!reference && !/^(NONREF|NOTPROVIDED)$/i.test(reference)
}

function otherParty(details: Details | undefined, line: number): StatementParty {
  const text = (field: string, value: string | undefined, most: number) =>
    value ? limited(line, field, tidy(value), most) || null : null
  return {
    name: text(':86:', details?.name, longest.name),
    inn: details?.inn ?? null,
    account: text(':86:', details?.account, longest.account),
    bic: text(':86:', details?.bank, longest.bic),
  }
}

function limited(line: number, field: string, text: string, most: number): string {
  if (text.length > most) throw damaged('statement_field_too_long', { line, field, characters: most })
  return text
}
