import { sql } from 'kysely'
import { fromUnits } from '../../../contract/money/commodities.ts'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from './accounts.ts'

export interface BooksVerification {
  postings: number
  balances: number
  /** The own bank accounts on which something was posted. */
  bankAccounts: string[]
  /** Sentences; at most this many of each sort. */
  problems: string[]
}

const shown = 20
const bankAccountPrefix = 'assets:bank:'

/**
 * Whether the books balance, also if somebody wrote past the triggers: each posting by itself, and the kept balances of
 * clients with their entries.
 */
export function verifyBooks(db: Db): Promise<BooksVerification> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const { rows: unbalanced } = await sql<{ posting_id: string; commodity: string; sum: string }>`
        select posting_id, commodity, sum(amount)::text as sum from book_entries
        group by posting_id, commodity having sum(amount) <> 0
        order by posting_id, commodity limit ${shown}
      `.execute(db)
      const { rows: incomplete } = await sql<{ id: string; entries: number; found: number }>`
        select coalesce(id, posting_id) as id, coalesce(entries, 0) as entries, coalesce(found, 0) as found
        from book_postings
        full join (select posting_id, count(*) as found from book_entries group by posting_id) as counted
          on posting_id = id
        where entries is distinct from found
        order by 1 limit ${shown}
      `.execute(db)
      const { rows: unequal } = await sql<{ owner: string; commodity: string; kept: string; owed: string }>`
        select coalesce(kept.owner, owed.owner) as owner, commodity,
          coalesce(kept.balance, 0)::text as kept, coalesce(owed.balance, 0)::text as owed
        from (select organization_id::text as owner, commodity, balance from client_balances) as kept
        full join (
          select split_part(account, ':', 3) as owner, commodity, -sum(amount) as balance
          from book_entries where account like 'liabilities:client:%' group by 1, 2
        ) as owed using (owner, commodity)
        where coalesce(kept.balance, 0) <> coalesce(owed.balance, 0)
        order by 1, 2 limit ${shown}
      `.execute(db)
      const { rows } = await sql<{ postings: number; balances: number }>`
        select (select count(*) from book_postings) as postings, (select count(*) from client_balances) as balances
      `.execute(db)
      const [counts = { postings: 0, balances: 0 }] = rows
      const { rows: banks } = await sql<{ account: string }>`
        select distinct account from book_entries
        where account like ${`${bankAccountPrefix}%`} and account <> ${accounts.bank(null)}
        order by account
      `.execute(db)
      return {
        ...counts,
        bankAccounts: banks.map(({ account }) => decodeURIComponent(account.slice(bankAccountPrefix.length))),
        problems: [
          ...unbalanced.map(
            ({ posting_id, commodity, sum }) =>
              `The entries of posting ${posting_id} sum to ${fromUnits(BigInt(sum), commodity)} ${commodity}, not to 0.`,
          ),
          ...incomplete.map(
            ({ id, entries, found }) => `Posting ${id} has ${found} entries and was made with ${entries}.`,
          ),
          ...unequal.map(
            ({ owner, commodity, kept, owed }) =>
              `The balance of organization ${owner} is ${fromUnits(BigInt(kept), commodity)} ${commodity}, its entries say ${fromUnits(BigInt(owed), commodity)}.`,
          ),
        ],
      }
    })
}
