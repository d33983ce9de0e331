import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { accounts } from './accounts.ts'

/** A posting that has changed what an organization has with the desk. Amounts are in the smallest unit. */
export interface ClientMovement {
  day: string
  kind: string
  description: string
  /** What it adds to the account: money that came is negative, as in the books. */
  amount: bigint
}

export interface ClientAccount {
  /** What the account had before the first day: negative is money that the desk owes. */
  opening: bigint
  movements: ClientMovement[]
}

/**
 * What moved on the account of an organization within some days, as of one moment. Postings within the account, such as an
 * allocation, move nothing and are left out. Undefined if there are more movements than that.
 */
export async function readClientAccount(
  db: Db,
  {
    organizationId,
    commodity,
    from,
    to,
  }: { organizationId: string; commodity: string; from: string; to: string },
  most: number,
): Promise<ClientAccount | undefined> {
  const { rows } = await sql<{ day: string | null; kind: string; description: string; amount: string }>`
    with moved as materialized (
      select posting.seq, posting.day, posting.kind, posting.description, sum(entry.amount) as amount
      from book_postings as posting join book_entries as entry on entry.posting_id = posting.id
      where posting.organization_id = ${organizationId}::uuid and posting.day <= ${to}::date
        and entry.account = ${accounts.client(organizationId, commodity)} and entry.commodity = ${commodity}
      group by posting.id
    )
    select null::date as day, '' as kind, '' as description, coalesce(sum(amount), 0)::text as amount, 0 as seq
    from moved where day < ${from}::date
    union all (
      select day, kind, description, amount::text, seq from moved
      where day >= ${from}::date and amount <> 0
      order by day, seq limit ${most + 1}
    )
    order by day nulls first, seq
  `.execute(db)
  const [opening, ...movements] = rows
  if (movements.length > most) return undefined
  return {
    opening: BigInt(opening?.amount ?? 0),
    movements: movements.map(({ day, kind, description, amount }) => ({
      day: day as string,
      kind,
      description,
      amount: BigInt(amount),
    })),
  }
}
