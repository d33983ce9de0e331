import { fromUnits } from '../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../contract/money/decimal.ts'
import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from '../books/accounts.ts'
import type { Books } from '../books/books.ts'
import { postedCosts } from '../books/coin-postings.ts'
import { postingText } from '../books/posting-texts.ts'
import { type CostPosting, costPostings } from './results.ts'
import { readStock, uncoveredIn } from './stock/stock-reader.ts'

export type CoinCosts = ReturnType<typeof createCoinCosts>

/** Coins that went out and that nothing covers. */
export interface UncoveredCoins {
  title: string
  day: string
  asset: string
  amount: string
  requestId: string | null
  account: string
}

const earliestDay = '2000-01-01'

/** What the close of the books needs to know of coins. */
export function createCoinCosts({
  books,
  days,
}: {
  books: Pick<Books, 'post'>
  days: Pick<Days, 'momentOf'>
}) {
  return {
    /** What is to be posted so that the costs of these days are final, by postings up to this one. */
    async compute(
      db: Db,
      { after, through, upTo }: { after: string | null; through: string; upTo: number },
    ): Promise<CostPosting[]> {
      const from = after === null ? earliestDay : dayAfter(after)
      const posted = await postedCosts(db, { from, through })
      return costPostings(db, { from, through, upTo, posted })
    },

    /** In the transaction of the close, before the days are final. */
    async post(db: Db, computed: readonly CostPosting[], version: number): Promise<void> {
      for (const { day, of, entries } of computed)
        await books.post(db, {
          kind: 'cost',
          organizationId: null,
          fact: { type: 'cost', id: `${of}.${version}` },
          description: postingText('cost', { asset: of.split('.')[2] ?? '' }),
          at: days.momentOf(day),
          day,
          entries,
        })
    },

    uncovered: uncoveredCoins,
  }
}

/** What went out up to a day and was not bought by then. */
export async function uncoveredCoins(db: Db, through: string): Promise<UncoveredCoins[]> {
  const stock = await readStock(db, { through })
  return uncoveredIn(stock)
    .filter(({ kind }) => kind !== 'adjustment')
    .map(({ asset, of, day, left }) => {
      const posting = stock.postings.get(of)
      return {
        title: posting?.description ?? asset,
        day,
        asset,
        amount: canonicalDecimal(fromUnits(left, asset)),
        requestId: posting?.requestId ?? null,
        account: accounts.networkFee(asset),
      }
    })
}
