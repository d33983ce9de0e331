import { sql } from 'kysely'
import type { TrialBalanceResponse } from '../../../contract/books/close.ts'
import { fromUnits } from '../../../contract/money/commodities.ts'
import type { PaperLanguage } from '../../../contract/purchase-requests/papers.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Table } from '../../platform/exports/table-file.ts'
import { readPage, type WantedPage } from '../../platform/lists/page.ts'
import { type TrialBalanceDays, trialBalance } from '../books/book-sums.ts'
import { currentMapping } from '../plan/current-mapping.ts'

type Row = TrialBalanceResponse['items'][number]

/** A page of the trial balance, with the account of the plan that each account is. */
export async function readTrialBalance(
  db: Db,
  period: TrialBalanceDays,
  wanted: WantedPage,
  upTo?: number,
): Promise<TrialBalanceResponse> {
  const planAccount = await currentMapping(db)
  const { rows, next_cursor } = await readPage(
    trialBalance(db, period, upTo).selectAll('row'),
    [
      { value: sql`account collate "C"`, type: 'text' },
      { value: sql`commodity collate "C"`, type: 'text' },
    ],
    wanted,
    true,
  )
  const items = rows.map(({ account, commodity, ...sums }): Row => {
    const inWords = (units: string) => fromUnits(BigInt(units), commodity)
    return {
      account,
      commodity,
      plan_account: planAccount(account, commodity) ?? null,
      opening: inWords(sums.opening),
      debit: inWords(sums.debit),
      credit: inWords(sums.credit),
      balance: inWords(sums.balance),
    }
  })
  return { items, next_cursor }
}

const rowsAtOnce = 1_000

/** All of it, as it was at one moment. */
export async function* trialBalancePages(
  db: Db,
  period: TrialBalanceDays,
  upTo: number,
): AsyncGenerator<Row[]> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await readTrialBalance(db, period, { limit: rowsAtOnce, cursor }, upTo)
    yield page.items
    cursor = page.next_cursor
  }
}

/** In the words in which accountants know it. */
const words = {
  en: {
    title: 'Trial balance',
    account: 'Account',
    plan_account: 'Plan account',
    commodity: 'Currency',
    opening: 'Opening balance',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Closing balance',
  },
  ru: {
    title: 'Оборотно-сальдовая ведомость',
    account: 'Аналитика',
    plan_account: 'Счёт',
    commodity: 'Валюта',
    opening: 'Сальдо на начало',
    debit: 'Оборот Дт',
    credit: 'Оборот Кт',
    balance: 'Сальдо на конец',
  },
} as const satisfies Record<PaperLanguage, Record<keyof Row | 'title', string>>

export function trialBalanceTable(language: PaperLanguage): Table<Row> {
  const { title, ...heads } = words[language]
  const text = (name: keyof Row, width: number) =>
    ({ name, head: heads[name], cell: { is: 'text' }, width }) as const
  const amount = (name: keyof Row) =>
    ({ name, head: heads[name], cell: { is: 'amount', currencyAt: 2 }, width: 22 }) as const
  return {
    title,
    columns: [
      text('plan_account', 12),
      text('account', 48),
      text('commodity', 10),
      ...(['opening', 'debit', 'credit', 'balance'] as const).map(amount),
    ],
  }
}
