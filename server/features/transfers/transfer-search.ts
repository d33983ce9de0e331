import { type RawBuilder, sql } from 'kysely'
import { networks } from '../../../contract/money/networks.ts'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { isAmong, mostSought, soughtOf } from '../../platform/search/sought.ts'
import { transactionHashes } from '../../platform/search/transaction-hashes.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'
import { addressesOf, requestsWithNumber } from '../purchase-requests/purchase-request-search.ts'

type FoundRow = { id: string; asset: string; to_address: string; organization_id: string; name: string }

/** Ids of transactions are long; everything else is not looked up. */
const shortest = 40

/** By the transaction, as soon as it is signed. */
export const transferSearch: SearchSource = {
  permission: 'wallets:read',
  async find(db, { text }, limit) {
    if (text.length < shortest) return []
    const { rows } = await sql<FoundRow>`${keptPlan}
      select transfer.id, transfer.asset, transfer.to_address, transfer.organization_id, organization.name
      from transfers as transfer
      join ${organizationSummaries} as organization on organization.id = transfer.organization_id
      where transfer.tx_id = any(${transactionHashes(text)})
      order by transfer.id desc limit ${limit}
    `.execute(db)
    return rows.map(({ id, asset, to_address, organization_id, name }) => ({
      kind: 'transfer',
      id,
      organization_id,
      title: `${asset} → ${to_address}`,
      subtitle: name,
      matched: 'transaction',
    }))
  },
}

/** Whether `transfers as transfer` is found: by its transaction, the address it goes to, or the request that it delivers. */
export function isSoughtTransfer(q: string, at: Date): RawBuilder<boolean> {
  const sought = soughtOf(q, at)
  const { text, id } = sought
  return isAmong(sql`transfer.id`, [
    sql`select id from transfers where id = ${id ?? null}::uuid`,
    ...(text.length < shortest
      ? []
      : [sql`select id from transfers where tx_id = any(${transactionHashes(text)})`]),
    sql`select id from transfers where network = any(${networks}) and to_address = any(${addressesOf(text)})
      order by created_at desc limit ${mostSought}`,
    sql`select id from transfers
      where request_id is not null and request_id = any(array(${requestsWithNumber(sought)}))
      order by created_at desc limit ${mostSought}`,
  ])
}
