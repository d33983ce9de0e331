import { coins as coinOf, type PurchaseAsset } from '../../../../contract/money/assets.ts'
import { toUnits } from '../../../../contract/money/commodities.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../books/accounts.ts'
import type { Books } from '../../books/books.ts'
import { postingText } from '../../books/posting-texts.ts'
import type { OwnOrganizations } from '../../organizations/own-organizations.ts'
import { walletsOfOrganizations } from '../../wallets/wallet-owners.ts'
import { isFuelForOthers } from '../transfer/fuel.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'

export type OwnCoins = ReturnType<typeof createOwnCoins>

/** What transfers do to the coins of the desk in the books: beside deliveries, which are posted with their request. */
export function createOwnCoins({
  books,
  ownOrganizations,
}: {
  books: Pick<Books, 'post'>
  ownOrganizations: Pick<OwnOrganizations, 'companyOf' | 'list'>
}) {
  /** The own wallet with the address that coins were sent to; null if it is none of the desk. */
  async function receiverOf(db: Db, { network, to_address }: Transfer): Promise<string | null> {
    const own = await ownOrganizations.list(db)
    const wallets = own.length === 0 ? [] : await walletsOfOrganizations(db, own)
    const found = wallets.find((one) => one.network === network && one.address === to_address)
    return found?.id ?? null
  }

  return {
    /**
     * Called once, in the transaction that ends the transfer. `isPosted`: its coins are on the accounts of a delivery. What the
     * network did cannot be refused: of a closed day it goes to the first open one.
     */
    async post(db: Db, transfer: Transfer, { isPosted, at }: { isPosted: boolean; at: Date }): Promise<void> {
      if ((await ownOrganizations.companyOf(db, transfer.organization_id)) === undefined) return
      const { id, network, asset, tx_id, signed_amount, signed_fee, status, effect } = transfer
      const units = (amount: string, of: PurchaseAsset) =>
        toUnits(fromBaseUnits(BigInt(amount), of, network), of)
      const moved = status === 'confirmed' && !isPosted ? units(signed_amount ?? '0', asset) : 0n
      const receiver = moved > 0n ? await receiverOf(db, transfer) : null
      // What another organization was given for its fees is an expense as its fee is.
      const given = receiver === null && isFuelForOthers(transfer) ? moved : 0n
      const posting = { organizationId: null, at, ifClosed: 'first_open_day' as const }
      if (moved > given)
        await books.post(db, {
          ...posting,
          kind: 'transfer',
          fact: { type: 'transfer', id },
          description: postingText('transfer', { number: tx_id ?? '' }),
          entries: [
            {
              account: accounts.coins(network, asset, receiver),
              commodity: asset,
              amount: moved,
            },
            {
              account: accounts.coins(network, asset, transfer.from_wallet_id),
              commodity: asset,
              amount: -moved,
            },
          ],
        })
      const coin = coinOf[network]
      // A transaction that the network refused may have cost its fee all the same: then the node says so.
      const paid = effect?.fee ?? (status === 'confirmed' ? signed_fee : null)
      const fee = given + (paid === null ? 0n : units(paid, coin))
      if (fee > 0n)
        await books.post(db, {
          ...posting,
          kind: 'network_fee',
          fact: { type: 'network_fee', id },
          description: postingText(given > 0n ? 'top_up' : 'network_fee', { number: tx_id ?? '' }),
          entries: [
            { account: accounts.networkFee(coin), commodity: coin, amount: fee },
            {
              account: accounts.coins(network, coin, transfer.from_wallet_id),
              commodity: coin,
              amount: -fee,
            },
          ],
        })
    },
  }
}
