import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { findPostingsOf, insertPosting } from './book-store.ts'
import type { Entry, Fact, Posting } from './posting.ts'

export { accounts } from './accounts.ts'
export type { Entry, Fact, Posting } from './posting.ts'

export type Books = ReturnType<typeof createBooks>

/** The one ledger. Both functions are called in the transaction of the fact. */
export function createBooks({ now }: { now: () => Date }) {
  return {
    async post(db: Db, posting: Posting): Promise<{ id: string }> {
      const entries = posting.entries.filter(({ amount }) => amount !== 0n)
      demandBalance(entries)
      const id = newId()
      await insertPosting(db, { ...posting, id, entries, reverses: null, postedAt: now() })
      return { id }
    },

    /**
     * Posts the opposite of everything that was posted for this fact. A posting has at most one reversal: the database
     * refuses the second.
     */
    async reverse(db: Db, fact: Fact, given: { at: Date; description: string }): Promise<void> {
      const posted = await findPostingsOf(db, fact)
      if (posted.length === 0) throw new Error(`There is no posting of ${fact.type} ${fact.id} to reverse.`)
      for (const { id, organizationId, requestId, entries } of posted) {
        await insertPosting(db, {
          ...given,
          id: newId(),
          kind: 'reversal',
          organizationId,
          requestId,
          fact,
          reverses: id,
          entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })),
          postedAt: now(),
        })
      }
    },
  }
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
