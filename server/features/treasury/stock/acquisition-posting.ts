import { toUnits } from '../../../../contract/money/commodities.ts'
import { accounts } from '../../books/accounts.ts'
import type { Posting } from '../../books/posting.ts'
import { postingText } from '../../books/posting-texts.ts'
import type { AcquisitionRow } from './treasury-tables.ts'

/** The account of whoever sold the coins. An organization has one by its id, as it may be called otherwise later. */
export function counterpartyAccount(row: Pick<AcquisitionRow, 'counterparty' | 'organization_id'>): string {
  return accounts.counterparty(row.organization_id ?? row.counterparty)
}

/** Coins came, and what they cost is owed. */
export function acquisitionPosting(row: AcquisitionRow): Posting {
  const { asset, network, currency } = row
  const coins = toUnits(row.amount, asset)
  const cost = toUnits(row.cost_amount, currency) + toUnits(row.fee_amount, currency)
  return {
    kind: 'acquisition',
    organizationId: null,
    fact: { type: 'acquisition', id: row.id },
    description: postingText('acquisition', { number: row.reference, party: row.counterparty }),
    at: row.acquired_at,
    day: row.day,
    entries: [
      { account: accounts.coins(network, asset, row.wallet_id), commodity: asset, amount: coins },
      { account: accounts.trading(asset), commodity: asset, amount: -coins },
      { account: accounts.trading(currency), commodity: currency, amount: cost },
      { account: counterpartyAccount(row), commodity: currency, amount: -cost },
    ],
  }
}
