import { sql } from 'kysely'
import { coins } from '../../../../contract/money/assets.ts'
import { fromBaseUnits } from '../../../../contract/wallets/transfer-assets.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PlannedTransaction } from '../../wallets/signing/model.ts'
import type { GivenInputs } from '../transfer/signing-inputs.ts'
import { notEnoughCoins } from '../transfer/transfer-failures.ts'
import type { Transfer } from '../transfer/transfer-tables.ts'

export type Reserved = Map<string, bigint>

/** What transfers that were decided, and that the network has not carried out yet, take from a wallet: base units by asset. */
export async function reservedIn(
  db: Db,
  walletId: string,
  except: readonly string[] = [],
): Promise<Reserved> {
  const living = await db
    .selectFrom('transfers')
    .select(['id', 'network', 'asset', 'signed_amount', 'signed_fee'])
    .where('from_wallet_id', '=', walletId)
    .where('prepared_at', 'is not', null)
    .where('status', 'in', ['draft', 'signed', 'sent'])
    .execute()
  const reserved: Reserved = new Map()
  const add = (asset: string, units: string | null) =>
    reserved.set(asset, (reserved.get(asset) ?? 0n) + BigInt(units ?? 0))
  for (const { id, network, asset, signed_amount, signed_fee } of living) {
    if (except.includes(id)) continue
    add(asset, signed_amount)
    add(coins[network], signed_fee)
  }
  return reserved
}

/**
 * Throws if the wallet has too little for this transaction and those that are not carried out yet. Until the transaction ends
 * nobody else decides what it spends. Of bitcoin each input is reserved by itself.
 */
export async function demandEnough(
  db: Db,
  transfer: Transfer,
  { planned, inputs }: { planned: PlannedTransaction; inputs: GivenInputs },
  replaced: readonly Transfer[],
): Promise<void> {
  const { network, asset, from_wallet_id: walletId } = transfer
  if (network === 'bitcoin') return
  const name = `wallet ${walletId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
  const reserved = await reservedIn(db, walletId, [transfer.id, ...replaced.map(({ id }) => id)])
  const coin = coins[network]
  const { balance, token_balance } = inputs as { balance: string; token_balance?: string }
  const needs: [asset: string, units: bigint, has: string | undefined][] =
    asset === coin
      ? [[coin, planned.amount + planned.fee, balance]]
      : [
          [asset, planned.amount, token_balance],
          [coin, planned.fee, balance],
        ]
  for (const [of, units, has] of needs) {
    const held = reserved.get(of) ?? 0n
    if (has === undefined || units + held <= BigInt(has)) continue
    const shown = (value: bigint) => fromBaseUnits(value, of as typeof asset, network)
    throw notEnoughCoins({
      asset: of,
      balance: shown(BigInt(has)),
      reserved: shown(held),
      needed: shown(units),
    })
  }
}
