import { sql } from 'kysely'
import { networks } from '../../../contract/money/networks.ts'
import { checkAddress } from '../../../contract/wallets/addresses.ts'
import { isOneOf } from '../../platform/db/tuples.ts'
import type { SearchSource } from '../../platform/search/search-source.ts'
import { organizationSummaries } from '../organizations/organization-summary.ts'

type FoundRow = {
  network: string
  organization_id: string
  address: string
  is_retired: boolean
  name: string
}

/** By the address, however it is written. Also retired ones: coins may still come there. */
export const walletSearch: SearchSource = {
  permission: 'wallets:read',
  async find(db, { text }, limit) {
    const places = networks.flatMap((network) => {
      const check = checkAddress(network, text)
      return check.valid ? [{ network, address: check.address }] : []
    })
    if (places.length === 0) return []
    const { rows } = await sql<FoundRow>`
      select wallet.network, wallet.organization_id, wallet.address, organization.name,
        seed.retired_at is not null as is_retired
      from wallets as wallet
      join wallet_seeds as seed using (organization_id, generation)
      join ${organizationSummaries} as organization on organization.id = wallet.organization_id
      where ${isOneOf(
        ['wallet.network', 'wallet.address'],
        places.map(({ network, address }) => [network, address]),
      )}
      limit ${limit}
    `.execute(db)
    return rows.map(({ network, organization_id, address, is_retired, name }) => ({
      kind: 'wallet',
      id: network,
      organization_id,
      title: address,
      subtitle: name,
      matched: is_retired ? 'retired_address' : 'address',
    }))
  },
}
