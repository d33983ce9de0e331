import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Days } from '../../platform/days.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { accounts, isOfCoins } from './accounts.ts'
import { findPostingsOf, findVatOf, insertPosting } from './book-store.ts'
import { type Closings, periodClosed } from './closings.ts'
import type { Entry, Fact, Posting } from './posting.ts'
import { correctionText } from './posting-texts.ts'
import type { Vat } from './vat.ts'

export { accounts } from './accounts.ts'
export type { Entry, Fact, Posting } from './posting.ts'

export type Books = ReturnType<typeof createBooks>

/** Who sells: the VAT in the fee of a request. */
export interface Sellers {
  vatOf(db: Db, requestId: string): Promise<Vat | undefined>
}

/** The one ledger. Its functions are called in the transaction of the fact. */
export function createBooks({
  now,
  days,
  sellers,
  closings,
}: {
  now: () => Date
  days: Pick<Days, 'dayOf'>
  sellers: Sellers
  closings: Pick<Closings, 'hold'>
}) {
  /** The day that something is posted on. It cannot be closed until the transaction ends. */
  async function openDay(
    db: Db,
    day: string,
    ifClosed: 'refuse' | 'first_open_day',
  ): Promise<{ day: string; through: string | null }> {
    const through = await closings.hold(db)
    return { day: openAfter(through, day, ifClosed), through }
  }

  async function post(db: Db, posting: Posting): Promise<{ id: string; day: string }> {
    const asked = posting.day ?? days.dayOf(posting.at)
    const { day } = await openDay(db, asked, posting.ifClosed ?? 'refuse')
    return write(db, posting, day)
  }

  async function write(db: Db, posting: Posting, day: string): Promise<{ id: string; day: string }> {
    const entries = posting.entries.filter(({ amount }) => amount !== 0n)
    demandBalance(entries)
    const id = newId()
    await insertPosting(db, { ...posting, id, entries, day, reverses: null, postedAt: now() })
    return { id, day }
  }

  return {
    post,

    /** The day on which the service posts what is of this day. It cannot be closed until the transaction ends. */
    dayFor: async (db: Db, day: string) => (await openDay(db, day, 'first_open_day')).day,

    vatOf: sellers.vatOf,

    /** What was posted with the deliveries of a request, by account: a credit is negative. */
    vatOfDeliveries: (db: Db, requestId: string) => findVatOf(db, requestId, 'delivery'),

    /**
     * Reads what was posted of the VAT of a request. The result posts on `day` what is missing so that the VAT is this one,
     * and of this company, as its act says; it reads nothing, as the number of the act travels with the commit. Most often
     * nothing is missing, because the VAT was posted with the deliveries.
     */
    async vatToSettle(
      db: Db,
      { requestId, day }: { requestId: string; day: string },
    ): Promise<(given: VatPosting) => Promise<void>> {
      const posted = await findVatOf(db, requestId)
      const through = await closings.hold(db)
      return async ({ vat, currency, ...posting }) => {
        const missing = new Map(posted.map(({ account, amount }) => [account, -amount]))
        if (vat) {
          const account = accounts.vat(vat.inn, currency)
          missing.set(account, (missing.get(account) ?? 0n) - vat.units)
        }
        const entries = [...missing]
          .filter(([, amount]) => amount !== 0n)
          .map(([account, amount]) => ({ account, commodity: currency, amount }))
        if (entries.length === 0) return
        const fee = -entries.reduce((sum, { amount }) => sum + amount, 0n)
        const all = [...entries, { account: accounts.fee(currency), commodity: currency, amount: fee }]
        const open = openAfter(through, day, 'refuse')
        await write(db, { ...posting, kind: 'vat', requestId, entries: all }, open)
      }
    },

    /** The account of coins that a delivery was posted on: those of before wallets had accounts are on that of the asset. */
    async coinsAccountOf(db: Db, fact: Fact): Promise<string> {
      const entries = (await findPostingsOf(db, fact)).flatMap((posting) => posting.entries)
      const found = entries.find(({ account }) => isOfCoins(account))
      if (!found) throw new Error(`No coins were posted for ${fact.type} ${fact.id}.`)
      return found.account
    },

    /** Whether what happens now is posted on a later day. */
    async isClosed(db: Db, at: Date): Promise<boolean> {
      const day = days.dayOf(at)
      return (await openDay(db, day, 'first_open_day')).day !== day
    },

    /** Whether something was posted for this fact. */
    async isPosted(db: Db, fact: Fact): Promise<boolean> {
      return (await findPostingsOf(db, fact)).length > 0
    },

    /**
     * Posts the opposite of everything that was posted for this fact, or of these entries where a part of it has become
     * worth something else. A posting has at most one reversal: the database refuses the second. A correction of a closed
     * day is posted on the first open one, and names the day that it corrects.
     */
    async reverse(
      db: Db,
      fact: Fact,
      {
        entries: worth,
        day: asked,
        ifClosed = 'first_open_day',
        ...given
      }: {
        at: Date
        day?: string
        /** What a person says of a closed day is refused. */
        ifClosed?: Posting['ifClosed']
        description: string
        entries?: readonly Entry[]
      },
    ): Promise<{ day: string }> {
      const posted = await findPostingsOf(db, fact)
      if (posted.length === 0) throw new Error(`There is no posting of ${fact.type} ${fact.id} to reverse.`)
      const { day, through } = await openDay(db, asked ?? days.dayOf(given.at), ifClosed)
      for (const { id, organizationId, requestId, day: correctedDay, entries } of posted) {
        const isClosed = through !== null && correctedDay <= through
        const reversed = (worth ?? entries).filter(({ amount }) => amount !== 0n)
        demandBalance(reversed)
        await insertPosting(db, {
          ...given,
          description: isClosed ? correctionText(given.description, correctedDay) : given.description,
          id: newId(),
          kind: 'reversal',
          organizationId,
          requestId,
          fact,
          reverses: id,
          entries: reversed.map((entry) => ({ ...entry, amount: -entry.amount })),
          day,
          postedAt: now(),
        })
      }
      return { day }
    },
  }
}

export interface VatPosting extends Pick<Posting, 'organizationId' | 'fact' | 'description' | 'at'> {
  currency: string
  /** In smallest units; null without VAT. */
  vat: { inn: string; units: bigint } | null
}

/** The day itself, or the first one that is not closed. */
function openAfter(through: string | null, day: string, ifClosed: 'refuse' | 'first_open_day'): string {
  if (through === null || day > through) return day
  if (ifClosed === 'refuse') throw periodClosed(day, through)
  return dayAfter(through)
}

/** The database refuses such a posting, too. Here the error names the commodity. */
function demandBalance(entries: readonly Entry[]): void {
  if (entries.length === 0) throw new RangeError('A posting has no entries')
  const sums = new Map<string, bigint>()
  for (const { commodity, amount } of entries) sums.set(commodity, (sums.get(commodity) ?? 0n) + amount)
  for (const [commodity, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`The entries of a posting sum to ${sum} in ${commodity}, not to 0`)
  }
}
