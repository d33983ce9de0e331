import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { accounts } from './accounts.ts'

/** A payment, refund, credit or entry whose money is on no bank account yet. */
export interface UnreconciledMoney {
  requestId: string | null
  organizationId: string | null
  organizationName: string | null
  /** Its first day in the books. */
  day: string
  commodity: string
  units: bigint
  /** Of all of them. */
  total: number
}

/**
 * What people have recorded up to a day and no statement has shown by then, oldest first. What has not moved since the last final
 * day is left out: that close gave the reason for it. So are currencies of which no statements are imported.
 */
export async function unreconciledMoney(
  db: Db,
  {
    closed,
    through,
    limit,
    except,
  }: { closed: string | null; through: string; limit: number; except: readonly string[] },
): Promise<UnreconciledMoney[]> {
  const { rows } = await sql<Omit<UnreconciledMoney, 'units'> & { units: string }>`
    select fact.request_id as "requestId", fact.organization_id as "organizationId", organization.name as "organizationName",
      fact.day::text as day, fact.commodity, fact.units::text as units, fact.total
    from (
      select fact_type, fact_id, commodity, min(request_id::text) as request_id, min(organization_id::text) as organization_id,
        min(day) as day, sum(amount) as units, count(*) over ()::integer as total
      from book_entries join book_postings on book_postings.id = posting_id
      where account = ${accounts.bank(null)} and day <= ${through}::date and commodity <> all (${except}::text[])
      group by fact_type, fact_id, commodity
      having sum(amount) <> 0 and (${closed}::date is null or max(day) > ${closed}::date)
      order by min(day), fact_id, commodity limit ${limit}
    ) as fact
    left join ${organizationSummaries} as organization on organization.id = fact.organization_id::uuid
    order by fact.day, fact.fact_id, fact.commodity
  `.execute(db)
  return rows.map(({ units, ...row }) => ({ ...row, units: BigInt(units) }))
}
