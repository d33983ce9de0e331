import { fault } from '../../../contract/api/faults.ts'
import { coins, tokenAssets } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { usualFeeCeiling } from '../../../contract/wallets/transfer-rules.ts'
import type { TopUpBody, TransferResponse } from '../../../contract/wallets/transfers.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { smaller } from '../chain-nodes/bounds.ts'
import { namedFuelWallets } from '../papers/fuel-wallets.ts'
import { missingFuel } from '../wallets/needed-fuel.ts'
import { listBalances } from '../wallets/wallet-balances.ts'
import { findWalletPlace } from '../wallets/wallet-owners.ts'
import type { TransferParts } from './signing/transfer-parts.ts'
import { noFuelWallet, topUpOpen, transfersDisabled } from './transfer/transfer-failures.ts'
import { findOpenTopUp, holdTopUps } from './transfer/transfer-store.ts'
import type { TransferService } from './transfer-service.ts'

export type TopUpService = ReturnType<typeof createTopUpService>

/** Prepares transfers that give wallets the coin of their network, so that they can pay fees. */
export function createTopUpService({
  db: pool,
  isEnabled,
  ownOrganizations,
  transfers,
}: Pick<TransferParts, 'db' | 'isEnabled' | 'ownOrganizations'> & {
  transfers: Pick<TransferService, 'prepare'>
}) {
  /** The wallet that pays: of the same company if it has named one. What names it is no proof of whose it is. */
  async function sourceFor(db: Db, wallet: { id: string; organization_id: string; network: Network }) {
    const named = (await namedFuelWallets(db)).filter(
      ({ network, wallet_id }) => network === wallet.network && wallet_id !== wallet.id,
    )
    const source = named.find(({ organization_id }) => organization_id === wallet.organization_id) ?? named[0]
    if (!source) throw noFuelWallet(wallet.network)
    await ownOrganizations.demand(db, source.organization_id)
    return source
  }

  return {
    topUp(
      walletId: string,
      { amount: asked, fee_ceiling: ceiling, reason }: TopUpBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<TransferResponse> {
      if (!isEnabled) throw transfersDisabled()
      return withIdempotency(pool, key, async (db) => {
        const wallet = await findWalletPlace(db, walletId)
        if (!wallet) throw new Failure('not_found', 'wallet_not_found', 'There is no such wallet.')
        const { network } = wallet
        const asset = coins[network]
        // Until this transaction ends nobody else prepares one for the same wallet.
        await holdTopUps(db, wallet.id)
        const open = await findOpenTopUp(db, wallet.id)
        if (open !== undefined) throw topUpOpen(open)
        const source = await sourceFor(db, wallet)
        const amount = asked === undefined ? await missing(db, wallet) : BigInt(asked)
        const usual = usualFeeCeiling(network, asset)
        const mostFee = BigInt(source.most_fee)
        const fee = ceiling === undefined ? smaller(usual, mostFee) : BigInt(ceiling)
        const shown = (units: bigint) => `${fromBaseUnits(units, asset, network)} ${asset}`
        const most = BigInt(source.most_amount)
        if (amount === 0n) throw new Invalid([fault(['body', 'amount'], 'fuel_not_needed')])
        const faults = [
          ...(amount > most ? [fault(['body', 'amount'], 'above_fuel_cap', { most: shown(most) })] : []),
          ...(fee > mostFee
            ? [fault(['body', 'fee_ceiling'], 'above_fuel_cap', { most: shown(mostFee) })]
            : []),
        ]
        if (faults.length > 0) throw new Invalid(faults)
        const body = {
          organization_id: source.organization_id,
          network,
          asset,
          from_wallet_id: source.wallet_id,
          amount: amount.toString(),
          address_id: wallet.id,
          fee_ceiling: fee.toString(),
          reason: reason ?? `${asset} for fees of ${wallet.address}`,
        }
        return transfers.prepare(db, body, actor, { fuelFor: wallet.organization_id })
      })
    },
  }

  /** What the wallet lacks as its node said last; all of the usual highest fee if no node was asked. */
  async function missing(db: Db, { id, network }: { id: string; network: Network }): Promise<bigint> {
    const known = (await listBalances(db, [id])).map(({ asset, amount }) => ({ asset, on_chain: amount }))
    if (known.some(({ asset }) => asset === coins[network])) return missingFuel(network, known)
    const [token = coins[network]] = tokenAssets
    return usualFeeCeiling(network, token)
  }
}
