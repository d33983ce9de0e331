import { toUnits } from '../../../../contract/money/commodities.ts'
import type { Db } from '../../../platform/db/database.ts'
import { accounts } from '../../books/accounts.ts'
import { coinAccountsOf } from '../../books/coin-postings.ts'
import type { ReturnedDelivery } from '../../purchase-requests/returned-deliveries.ts'
import type { OwnWallet } from '../stock/stock-reader.ts'
import type { ChainLineRow } from '../stock/treasury-tables.ts'

/** `account`: where its coins are in the books, now that it was reversed. */
export type ReturnedCoins = ReturnedDelivery & { account: string | undefined }

export async function withAccounts<Row extends { id: string }>(
  db: Db,
  deliveries: readonly Row[],
): Promise<(Row & { account: string | undefined })[]> {
  const known = await coinAccountsOf(
    db,
    'delivery',
    deliveries.map(({ id }) => id),
  )
  return deliveries.map((one) => ({ ...one, account: known.get(one.id) }))
}

/** Whether its coins came back to the wallet that has them in the books. */
export function isOfDelivery(line: ChainLineRow, delivery: ReturnedCoins): boolean {
  return isOfReturned(line, delivery) && isInBooksOf(line, delivery)
}

/** The own wallet that has them in the books, if they came back to another one. */
export function movedFrom(
  line: ChainLineRow,
  delivery: ReturnedCoins,
  wallets: ReadonlyMap<string, OwnWallet>,
): string | undefined {
  const from = delivery.account?.split(':')[4]
  return from !== undefined && wallets.has(from) && isOfOtherWallet(line, delivery)
    ? delivery.account
    : undefined
}

/** Whether they did, but the books have them elsewhere: its hash was typed, or another wallet has paid. */
export function isOfOtherWallet(line: ChainLineRow, delivery: ReturnedCoins): boolean {
  return isOfReturned(line, delivery) && !isInBooksOf(line, delivery)
}

/** Whether it came with the amount of the delivery, to whatever wallet. */
export function isOfReturned(line: ChainLineRow, { network, asset, amount }: ReturnedCoins): boolean {
  return (
    line.direction === 'incoming' &&
    network === line.network &&
    asset === line.asset &&
    toUnits(amount, asset) === toUnits(line.amount, asset)
  )
}

function isInBooksOf({ network, asset, wallet_id }: ChainLineRow, { account }: ReturnedCoins): boolean {
  return account === accounts.coins(network, asset, wallet_id)
}
