import {
  type CloseItem,
  type CloseItemCode,
  mostItems,
  mostReconciledDays,
} from '../../../contract/books/close.ts'
import { rateCurrency } from '../../../contract/books/rates.ts'
import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { isZero } from '../../../contract/money/decimal.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { type AccountBalance, balancesOf, firstDayOf } from '../books/book-sums.ts'
import { accounts } from '../books/books.ts'
import { type UnreconciledMoney, unreconciledMoney } from '../books/unreconciled-money.ts'
import { requestsWithoutAct } from '../papers/missing-acts.ts'
import { type AccountWithoutStatements, withoutStatements } from '../papers/own-accounts.ts'
import { currentMapping } from '../plan/current-mapping.ts'
import { openExceptions } from '../purchase-requests/open-exceptions.ts'
import { requestNumbers } from '../purchase-requests/request-numbers.ts'
import { notRevalued } from '../revaluation/valued-accounts.ts'
import { linesWithoutPosting, type OpenLine, unexplainedStatements } from '../statements/lines/open-items.ts'
import { openExchanges } from '../statements/posting/settle-exchange.ts'
import { openChainGaps, openChainLines } from '../treasury/chain/chain-open-items.ts'
import type { CoinCosts, UncoveredCoins } from '../treasury/coin-costs.ts'
import { knownAccounts, reconcile } from './reconciliation.ts'

export interface Checklist {
  counts: Record<string, number>
  items: CloseItem[]
  /** Own accounts that nothing is asked of, as no statements of them are imported. */
  without_statements: AccountWithoutStatements[]
}

/** An item as it is found: without its code, and with the account of the books that it is about, if it is about one. */
type Found = Omit<CloseItem, 'code' | 'account'> & { of?: AccountOf }
type AccountOf = Pick<NonNullable<CloseItem['account']>, 'account' | 'commodity'>

/** What is open up to a day. `closed` is the last final day of now. */
export async function computeChecklist(
  db: Db,
  days: Days,
  coins: Pick<CoinCosts, 'uncovered'>,
  { closed, through }: { closed: string | null; through: string },
): Promise<Checklist> {
  const without = await withoutStatements(db)
  const list: Checklist = { counts: {}, items: [], without_statements: without.accounts }
  const planAccount = await currentMapping(db)
  const add = (code: CloseItemCode, items: Found[], total = items.length) => {
    if (total === 0) return
    list.counts[code] = total
    for (const { of, ...item } of items.slice(0, mostItems)) {
      const account = of ? { ...of, plan_account: planAccount(of.account, of.commodity) ?? null } : null
      list.items.push({ code, ...item, account })
    }
  }
  const lines = (found: OpenLine[]) => [found.map(lineItem), found[0]?.total ?? 0] as const
  const limit = mostItems
  if (closed !== null) {
    const late = { status: ['new', 'set_aside'], after: null, through: closed, limit } as const
    add('line_of_closed_day', ...lines(await linesWithoutPosting(db, late)))
  }
  const open = { after: closed, through, limit }
  add('unmatched_line', ...lines(await linesWithoutPosting(db, { ...open, status: ['new'] })))
  add('line_set_aside', ...lines(await linesWithoutPosting(db, { ...open, status: ['set_aside'] })))
  const compared = await checkAccounts(db, { closed, through, without: without.accounts })
  add('balance_differs', compared.differing)
  add('balance_not_stated', compared.unstated)
  const unreconciled = await unreconciledMoney(db, { closed, through, limit, except: without.currencies })
  const named = unreconciled.flatMap(({ requestId }) => requestId ?? [])
  add(
    'money_unreconciled',
    unreconciled.map(moneyItem(await requestNumbers(db, named))),
    unreconciled[0]?.total ?? 0,
  )
  add(
    'money_in_transit',
    (await balancesOf(db, { prefix: transitPrefix, through })).map(transitItem(through)),
  )
  add('exchange_open', ...lines(await openExchanges(db, open)))
  add('statement_missing', compared.missing)
  add(
    'not_revalued',
    (await notRevalued(db, through)).map(({ account, commodity, kopecks }) => ({
      title: `${account} ${commodity}`,
      day: through,
      amount: kopecks === null ? null : fromUnits(kopecks, rateCurrency),
      currency: kopecks === null ? null : rateCurrency,
      object: { type: 'book_account', id: account },
      of: { account, commodity },
      href: `/revaluation?through=${through}`,
    })),
  )
  const statements = await unexplainedStatements(db, { through, limit })
  add(
    'statement_gap',
    statements.map(({ id, file_name, day }) => ({
      title: file_name,
      day,
      amount: null,
      currency: null,
      object: { type: 'statement', id },
      href: `/statements/${id}/show`,
    })),
    statements[0]?.total ?? 0,
  )
  // What happened in the first hours of the next day in another time zone is left out by its day.
  const before = new Date(days.momentOf(dayAfter(through)).getTime() + 86_400_000)
  const requests = (found: { id: string; number: string; at: Date }[]) =>
    found
      .map(({ id, number, at }) => ({ id, number, day: days.dayOf(at) }))
      .filter(({ day }) => day <= through)
      .map(requestItem)
  add('open_exception', requests(await openExceptions(db, { before, limit: mostRequests })))
  add('paper_missing', requests(await requestsWithoutAct(db, { before, limit: mostRequests })))
  const uncovered = await coins.uncovered(db, through)
  const ofRequests = uncovered.slice(0, mostItems).flatMap(({ requestId }) => requestId ?? [])
  add('coins_uncovered', uncovered.map(coinsItem(await requestNumbers(db, ofRequests))))
  const end = days.momentOf(dayAfter(through))
  const chain = await openChainLines(db, { before: end, limit: mostItems })
  add(
    'unmatched_chain_line',
    chain.map(({ id, tx_hash, at, amount, asset }) => ({
      title: tx_hash,
      day: days.dayOf(at),
      amount,
      currency: asset,
      object: { type: 'chain_line', id },
      href: `/chain-lines/${id}/show`,
    })),
    chain[0]?.total ?? 0,
  )
  add(
    'chain_gap',
    (await openChainGaps(db, end)).map(({ address, from }) => ({
      title: address,
      day: days.dayOf(from),
      amount: null,
      currency: null,
      object: { type: 'chain_statement', id: 'chain_statements' },
      href: '/chain-lines',
    })),
  )
  return list
}

/** A transfer between own accounts of which only one line is posted. */
function transitItem(through: string) {
  return ({ account, commodity, units }: AccountBalance): Found => ({
    title: account,
    day: through,
    amount: fromUnits(units, commodity),
    currency: commodity,
    object: { type: 'book_account', id: account },
    of: { account, commodity },
    href: `/statement-lines?filter=${encodeURIComponent(JSON.stringify({ posted_as: 'transit', currency: commodity }))}`,
  })
}
const transitPrefix = accounts.transit('x').slice(0, -1)

/** Money that people have typed: by the number of its request, otherwise by its client. */
function moneyItem(numbers: ReadonlyMap<string, string>) {
  return ({
    requestId,
    organizationId,
    organizationName,
    day,
    commodity,
    units,
  }: UnreconciledMoney): Found => {
    const account = accounts.bank(null)
    const common = {
      day,
      amount: fromUnits(units, commodity),
      currency: commodity,
      of: { account, commodity },
    }
    if (requestId !== null) {
      const object = { type: 'purchase_request', id: requestId } as const
      const href = `/purchase-requests/${requestId}/show`
      return { title: numbers.get(requestId) ?? requestId, ...common, object, href }
    }
    if (organizationId !== null) {
      const object = { type: 'organization', id: organizationId } as const
      const href = `/organizations/${organizationId}/show`
      return { title: organizationName ?? organizationId, ...common, object, href }
    }
    return { title: account, ...common, object: { type: 'book_account', id: account }, href: '/book-entries' }
  }
}

/** Coins of a request by its number; what a network took by the account that has it. */
function coinsItem(numbers: ReadonlyMap<string, string>) {
  return ({ title, day, amount, asset, requestId, account }: UncoveredCoins): Found => {
    const common = { day, amount, currency: asset }
    if (requestId === null) {
      const object = { type: 'book_account', id: account } as const
      return { title, ...common, object, of: { account, commodity: asset }, href: '/acquisitions' }
    }
    const object = { type: 'purchase_request', id: requestId } as const
    const href = `/purchase-requests/${requestId}/show`
    return { title: numbers.get(requestId) ?? title, ...common, object, href }
  }
}

/** So many are counted. */
const mostRequests = 10_000

function lineItem({ id, title, booked_on, account, amount, currency }: OpenLine): Found {
  return {
    title,
    day: booked_on,
    amount: amount.startsWith('-')
      ? `-${fromUnits(toUnits(amount.slice(1), currency), currency)}`
      : fromUnits(toUnits(amount, currency), currency),
    currency,
    object: { type: 'statement_line', id },
    // All lines of the day: this one may be set aside.
    href: `/statement-lines?${new URLSearchParams({ filter: JSON.stringify({ account, currency, from: booked_on, to: booked_on }), line: id })}`,
  }
}

function requestItem({ id, number, day }: { id: string; number: string; day: string }): Found {
  return {
    title: number,
    day,
    amount: null,
    currency: null,
    object: { type: 'purchase_request', id },
    href: `/purchase-requests/${id}/show`,
  }
}

/**
 * Each account and day on which bank and books differ, the accounts of which no statement states a balance to compare, and those
 * whose statements end too early. An account without statements is compared as far as there were any.
 */
async function checkAccounts(
  db: Db,
  {
    closed,
    through,
    without,
  }: { closed: string | null; through: string; without: readonly AccountWithoutStatements[] },
) {
  const differing: Found[] = []
  const unstated: Found[] = []
  const missing: Found[] = []
  for (const account of await knownAccounts(db)) {
    // Before its first statement or posting, nothing of an account is missing.
    const first =
      account.first_statement_day ?? (await firstDayOf(db, accounts.bank(account.account), account.currency))
    let from = dayAfter(through, 1 - mostReconciledDays)
    for (const begin of [first, closed === null ? null : dayAfter(closed)])
      if (begin !== null && begin > from) from = begin
    if (from > through) continue
    const { account: number, currency } = account
    const place = new URLSearchParams({ account: number, currency, from, to: through })
    const item = (day: string, amount: string | null, href: string) => ({
      title: `${number} · ${currency}`,
      day,
      amount,
      currency,
      object: { type: 'bank_account', id: number } as const,
      href,
    })
    const compared = await reconcile(db, account, { from, to: through })
    const isAwaited = !without.some((one) => one.account === number && one.currency === currency)
    const isStated = compared.at(-1)?.statement_balance !== null
    if (isAwaited && !isStated && account.first_statement_day !== null)
      unstated.push(item(through, null, `/reconciliation?${place}`))
    for (const { day, difference } of compared)
      if (difference !== null && !isZero(difference.replace('-', '')))
        differing.push(item(day, difference, `/reconciliation?${place}`))
    const { last_statement_day: last } = account
    if (isAwaited && (last === null || last < through))
      missing.push(item(last === null ? from : dayAfter(last), null, '/statements'))
  }
  return { differing, unstated, missing }
}
