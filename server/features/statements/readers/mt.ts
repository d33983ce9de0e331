import { type StatementWarning, statementMaxLines } from '../../../../contract/books/statements.ts'
import { currencyOfAccount } from '../../../../contract/money/account-currency.ts'
import { isCurrency } from '../../../../contract/money/currencies.ts'
import { damaged } from './damaged.ts'
import { brokenChains, merge } from './merged-accounts.ts'
import { mtDay } from './mt-days.ts'
import { lineOf, type MtEntry, mtMoney, readEntry } from './mt-entry.ts'
import { fieldsOf, type MtField } from './mt-fields.ts'
import { decodeMt } from './mt-text.ts'
import type { ReadAccount, ReadLine, ReadSummary } from './statement.ts'
import type { Bytes } from './text.ts'
import { closingDiffers, differencesOf } from './totals.ts'

/** A statement whose fields are being read: of one message, or of several that follow each other. */
interface OpenStatement {
  line: number
  account: string
  /** Of the account, once a balance or limit has named it. */
  currency: string | undefined
  opening: bigint | null
  closing: bigint | null
  closedOn: string | null
  /** Whether the balance that it ends with is an intermediate one. */
  goesOn: boolean
  received: bigint
  sent: bigint
  days: string[]
  counted: Record<'incoming' | 'outgoing', number>
  stated: Record<'incoming' | 'outgoing', { count: number; sum: bigint } | undefined>
  warnings: StatementWarning[]
}

/** Fields that say nothing which is kept. */
const leftOut = new Set(['20', '21', '28', '28C', '64', '65', '13', '13D'])

/**
 * Reads MT940 and MT942 of SWIFT, also where a statement goes over several messages. MT942 has no balances: it announces
 * what a later statement books. Throws StatementDamaged.
 */
export function* readMt(bytes: Bytes): Generator<ReadLine, ReadSummary> {
  const { text, warnings } = decodeMt(bytes)
  const found: StatementWarning[] = []
  let accounts: ReadAccount[] = []
  let isAnnounced: boolean | undefined
  let lines = 0
  let last = 1
  let open: OpenStatement | undefined
  let entry: MtEntry | undefined
  let about: MtField | undefined
  /** What was read before the account is known, and whether the message has its last line. */
  let isMessage = false
  let hasEnd = false

  const takeEntry = (): ReadLine[] => {
    if (!entry || !open) return []
    const line = lineOf(entry, about, { account: open.account, currency: open.currency as string })
    entry = undefined
    about = undefined
    // Banks also report fees of nothing.
    return line.amount > 0n ? [line] : []
  }
  const close = (at: number) => {
    if (!isMessage) return
    isMessage = false
    if (!open) throw damaged('statement_incomplete', { line: at, section: 'MT940' })
    if (open.goesOn) return
    if (isAnnounced ? !hasEnd && !hasTotals(open) : open.closing === null)
      throw damaged('statement_incomplete', { line: at, section: isAnnounced ? 'MT942' : 'MT940' })
    found.push(...open.warnings, ...differencesIn(open))
    accounts = merge(accounts, toAccount(open))
    open = undefined
  }

  for (const field of fieldsOf(text)) {
    const { tag, line } = field
    last = line + Math.max(0, field.lines.length - 1)
    const isDetail = tag === '86' || tag === 'NS'
    if (!isDetail) yield* takeEntry()
    const stray = () => damaged('statement_text', { line, section: isAnnounced ? 'MT942' : 'MT940' })
    if (tag === '' || tag === '20') {
      // Where another message begins, this one was not cut off.
      hasEnd = true
      close(line)
      isMessage = tag === '20'
      continue
    }
    if (tag === '25') {
      const account = accountOf(field)
      if (open?.goesOn) {
        if (open.account !== account) throw damaged('statement_message_missing', { line })
        continue
      }
      if (open) throw stray()
      open = openStatement(account, line)
      continue
    }
    if (leftOut.has(tag)) continue
    if (!open) throw damaged('statement_field_missing', { line, section: 'MT940', field: ':25:' })
    if (isDetail) {
      if (about) throw damaged('statement_field_repeated', { line, field: `:${tag}:`, section: ':61:' })
      if (entry) about = field
      // Otherwise it is about the whole statement.
      else if (tag === '86' && open.closing === null && !isAnnounced) throw stray()
    } else if (tag === '60F' || tag === '60M') {
      isAnnounced ??= false
      if (isAnnounced) throw stray()
      openBalance(open, field)
    } else if (tag === '34F') {
      isAnnounced ??= true
      if (!isAnnounced) throw stray()
      takeCurrency(open, field, /^([A-Z]{3})/.exec(field.lines[0] ?? '')?.[1])
    } else if (tag === '61') {
      const isOpen = isAnnounced || (open.opening !== null && open.closing === null)
      if (open.currency === undefined || !isOpen) throw stray()
      entry = readEntry(field, open.currency)
      lines += 1
      if (lines > statementMaxLines) throw damaged('statement_too_many_lines', { lines: statementMaxLines })
      count(open, entry)
    } else if (tag === '62F' || tag === '62M') {
      if (isAnnounced !== false || open.opening === null || open.closing !== null) throw stray()
      const { amount, day } = balanceOf(open, field)
      open.closing = amount
      open.closedOn = day
      open.goesOn = tag === '62M'
    } else if (tag === '90C' || tag === '90D') {
      if (!isAnnounced) throw stray()
      open.stated[tag === '90C' ? 'incoming' : 'outgoing'] = statedSum(open, field)
    } else throw stray()
  }
  yield* takeEntry()
  hasEnd = !isMessage
  close(last)
  if (open) throw damaged('statement_message_missing', { line: open.line })
  if (isAnnounced === undefined) throw damaged('statement_incomplete', { line: last, section: 'MT940' })
  return {
    format: isAnnounced ? 'mt942' : 'mt940',
    accounts,
    warnings: [...found, ...(isAnnounced ? [] : brokenChains(accounts, found)), ...warnings],
  }
}

function openStatement(account: string, line: number): OpenStatement {
  return {
    line,
    account,
    currency: undefined,
    opening: null,
    closing: null,
    closedOn: null,
    goesOn: false,
    received: 0n,
    sent: 0n,
    days: [],
    counted: { incoming: 0, outgoing: 0 },
    stated: { incoming: undefined, outgoing: undefined },
    warnings: [],
  }
}

/** `40702810…`, an IBAN, or the bank before a stroke; some banks put the currency behind. */
function accountOf({ lines, line }: MtField): string {
  const parts = (lines[0] ?? '').toUpperCase().replaceAll(/\s/g, '').split('/')
  const number = parts.findLast((part) => part !== '' && !isCurrency(part)) ?? ''
  const account = number.replace(/^([A-Z]{2}\d{2}[A-Z0-9]+|\d+)([A-Z]{3})$/, (all, bare, currency) =>
    isCurrency(currency) ? bare : all,
  )
  if (!/^[A-Z0-9]{4,34}$/.test(account)) throw damaged('statement_account', { line, field: ':25:' })
  return account
}

/** A message that goes on begins with the balance that the one before it has ended with. */
function openBalance(open: OpenStatement, field: MtField): void {
  const { amount } = balanceOf(open, field)
  if (field.tag === '60F') {
    if (open.opening !== null) throw damaged('statement_message_missing', { line: field.line })
    open.opening = amount
    return
  }
  if (!open.goesOn || open.closing === null) throw damaged('statement_message_missing', { line: field.line })
  if (amount !== open.closing)
    open.warnings.push(closingDiffers(open.account, open.currency as string, amount, open.closing))
  open.closing = null
  open.goesOn = false
}

/** `C260131RUB1390850,58` */
function balanceOf(open: OpenStatement, field: MtField): { amount: bigint; day: string } {
  const { line, tag } = field
  const [, mark, date = '', currency, given = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,4})$/.exec(field.lines.join('')) ?? []
  const name = `:${tag}:`
  if (mark === undefined) throw damaged('statement_value', { line, field: name })
  takeCurrency(open, field, currency)
  const day = mtDay(date)
  if (day === undefined) throw damaged('statement_date', { line, field: name })
  const known = open.currency as string
  const amount = mtMoney(given, known)
  if (amount === undefined) throw damaged('statement_balance', { line, field: name, currency: known })
  return { amount: mark === 'C' ? amount : -amount, day }
}

/** Banks in Russia still write the code that the rouble had until 1998. */
function takeCurrency(open: OpenStatement, { tag, line }: MtField, given: string | undefined): void {
  const currency = given === 'RUR' ? 'RUB' : (given ?? '')
  const ofAccount = /^\d{20}$/.test(open.account) ? currencyOfAccount(open.account) : undefined
  const isRight = isCurrency(currency) && (ofAccount ?? currency) === currency
  if (!isRight || (open.currency ?? currency) !== currency)
    throw damaged('statement_currency', { line, field: `:${tag}:` })
  open.currency = currency
}

/** `3RUB150,00`: how many, and their sum. */
function statedSum(open: OpenStatement, field: MtField): { count: number; sum: bigint } {
  const { line, tag } = field
  const name = `:${tag}:`
  const [, count, currency, given = ''] =
    /^(\d{1,5})([A-Z]{3})(\d{1,15},\d{0,4})$/.exec(field.lines.join('')) ?? []
  if (count === undefined) throw damaged('statement_value', { line, field: name })
  takeCurrency(open, field, currency)
  const known = open.currency as string
  const sum = mtMoney(given, known)
  if (sum === undefined) throw damaged('statement_balance', { line, field: name, currency: known })
  return { count: Number(count), sum }
}

function count(open: OpenStatement, { direction, amount, bookedOn }: MtEntry): void {
  if (direction === 'incoming') open.received += amount
  else open.sent += amount
  open.counted[direction] += 1
  open.days.push(bookedOn)
}

function hasTotals({ stated }: OpenStatement): boolean {
  return stated.incoming !== undefined || stated.outgoing !== undefined
}

/** The day of the opening balance is the one before, or the first: its lines say which. */
function toAccount(open: OpenStatement): ReadAccount {
  const { account, opening, closing, received, sent, closedOn } = open
  const days = [...open.days, ...(closedOn === null ? [] : [closedOn])].sort()
  return {
    account,
    currency: open.currency as string,
    from: days[0] ?? null,
    to: closedOn ?? days.at(-1) ?? null,
    opening,
    closing,
    received,
    sent,
  }
}

function differencesIn(open: OpenStatement): StatementWarning[] {
  const { account, closing, closedOn, stated, counted } = open
  const currency = open.currency as string
  const after = open.days.filter((day) => closedOn !== null && day > closedOn).length
  const numbers = (['incoming', 'outgoing'] as const).flatMap((direction): StatementWarning[] => {
    const given = stated[direction]?.count
    if (given === undefined || given === counted[direction]) return []
    return [{ code: 'number_of_lines', account, stated: String(given), found: String(counted[direction]) }]
  })
  const differences = differencesOf({
    ...open,
    currency,
    statedReceived: stated.incoming?.sum ?? null,
    statedSent: stated.outgoing?.sum ?? null,
  })
  return [
    // An announcement need not have totals: nothing is booked by it.
    ...differences.filter(({ code }) => closing !== null || code !== 'totals_missing'),
    ...numbers,
    ...(after === 0
      ? []
      : [{ code: 'outside_period' as const, account, stated: null, found: String(after) }]),
  ]
}
