import { sql } from 'kysely'
import { keptPlan } from '../../platform/db/primary/kept-plans.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { transactionHashes } from '../../platform/search/transaction-hashes.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

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
