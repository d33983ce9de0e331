import { isId } from '../../../contract/common.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Destinations } from '../address-book/destination.ts'
import { listWallets } from './wallet-store.ts'

/** The current wallets of an organization as destinations of its coins. */
export const walletDestinations: Destinations = {
  async find(db: Db, organizationId: string, id: string) {
    if (!isId(id)) return undefined
    const wallet = (await listWallets(db, organizationId)).find((wallet) => wallet.id === id)
    if (!wallet) return undefined
    return {
      id: wallet.id,
      organizationId,
      network: wallet.network,
      address: wallet.address,
      label: null,
      ownership: 'own_wallet',
      usableFrom: wallet.created_at,
      removedAt: null,
    }
  },
  catchUp: async () => {},
  blockersOf: async () => [],
}
