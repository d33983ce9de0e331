import type { Db } from '../../../platform/db/database.ts'
import type { Destination, Destinations } from '../../address-book/destination.ts'
import type { PurchaseRequest } from '../../purchase-requests/purchase-request-records.ts'

/**
 * Where the coins of a request go, as it was approved: a wallet of the client, an entry of its address book, or an address that
 * was typed, which has the id of the request. Undefined if the wallet was replaced, or nothing was approved.
 */
export async function destinationOfRequest(
  db: Db,
  destinations: Pick<Destinations, 'find'>,
  approved: PurchaseRequest,
): Promise<Destination | undefined> {
  const { id, organization_id, network, wallet_id, address_id, destination_address: address } = approved
  if (address === null) return undefined
  const chosen = wallet_id ?? address_id
  if (chosen === null)
    return {
      id,
      organizationId: organization_id,
      network,
      address,
      memo: null,
      label: null,
      ownership: 'declared',
      usableFrom: approved.created_at,
      removedAt: null,
      // What was approved is proven.
      standing: 'proven',
      evidence: { ownership: 'declared' },
    }
  const found = await destinations.find(db, organization_id, chosen)
  if (found?.address !== address) return undefined
  const { evidence } = found
  return evidence.ownership === 'own_wallet'
    ? { ...found, evidence: { ...evidence, organization_id } }
    : found
}
