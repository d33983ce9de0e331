import { type Fault, fault } from '../../../contract/api/faults.ts'
import { coins } from '../../../contract/money/assets.ts'
import type { FuelWallet, UpdateDeskCompanyBody } from '../../../contract/organizations/desk-companies.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { highestFeeCeilings } from '../../../contract/wallets/transfer-rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { Invalid } from '../../platform/errors.ts'
import { ownOrganizations } from '../organizations/own-organizations.ts'
import { walletsOfOrganizations } from '../wallets/wallet-owners.ts'

type Given = NonNullable<UpdateDeskCompanyBody['fuel_wallets']>

/** What a company says of its wallets that fill up others. They are wallets of the organization that it is, one for a network. */
export async function toFuelWallets(
  db: Db,
  organizationId: string | null,
  given: Given,
): Promise<FuelWallet[]> {
  const own = organizationId === null ? [] : await walletsOfOrganizations(db, [organizationId])
  const faults: Fault[] = []
  const networks = new Set<string>()
  const wallets = given.flatMap((one, index) => {
    const at = (name: string) => ['body', 'fuel_wallets', index, name]
    const network = own.find(({ id }) => id === one.wallet_id)?.network
    if (network === undefined) {
      faults.push(fault(at('wallet_id'), 'fuel_wallet_not_own'))
      return []
    }
    if (networks.has(network)) faults.push(fault(at('wallet_id'), 'fuel_wallet_repeated'))
    networks.add(network)
    const most = highestFeeCeilings[network]
    if (BigInt(one.most_fee) > most) {
      const coin = coins[network]
      const shown = `${fromBaseUnits(most, coin, network)} ${coin}`
      faults.push(fault(at('most_fee'), 'fuel_fee_too_high', { most: shown }))
    }
    const { wallet_id, most_amount, most_fee } = one
    return [{ wallet_id, network, most_amount, most_fee }]
  })
  if (faults.length > 0) throw new Invalid(faults)
  return wallets
}

/**
 * The wallets that companies of the desk have named, with the organization that each company is. Somebody else may have
 * written these rows: whose wallet it is, and that the organization is own, is asked where it is proven.
 */
export async function namedFuelWallets(db: Db): Promise<(FuelWallet & { organization_id: string })[]> {
  const rows = await db
    .selectFrom('desk_companies')
    .innerJoin(ownOrganizations(db).as('own'), 'own.company_id', 'desk_companies.id')
    .select(['desk_companies.fuel_wallets', 'own.organization_id'])
    .where('active', '=', true)
    .orderBy('desk_companies.id')
    .execute()
  return rows.flatMap(({ fuel_wallets, organization_id }) =>
    fuel_wallets.map((wallet) => ({ ...wallet, organization_id })),
  )
}
