import { fromUnits, toUnits } from '../../../contract/commodities.ts'
import { canonicalDecimal } from '../../../contract/decimal.ts'
import type { AcquisitionResponse } from '../../../contract/treasury.ts'
import type { Db } from '../../platform/db/database.ts'
import { deskCompanyNames } from '../papers/company-names.ts'
import { walletAddresses } from '../wallets/wallet-addresses.ts'
import type { AcquisitionRow } from './treasury-tables.ts'

/** What is sent for the rows, with the names of their companies and the addresses of their wallets. */
export async function toAcquisitions(
  db: Db,
  rows: readonly AcquisitionRow[],
): Promise<AcquisitionResponse[]> {
  if (rows.length === 0) return []
  const companies = await deskCompanyNames(db)
  const addresses = await walletAddresses(db, [...new Set(rows.map(({ wallet_id }) => wallet_id))])
  return rows.map((row) =>
    toAcquisition(row, {
      company_name: companies.get(row.company_id) ?? '',
      wallet_address: addresses.get(row.wallet_id) ?? '',
    }),
  )
}

function toAcquisition(
  row: AcquisitionRow,
  names: Pick<AcquisitionResponse, 'company_name' | 'wallet_address'>,
): AcquisitionResponse {
  const { currency, reversed_at, reversed_on } = row
  const money = (amount: string) => fromUnits(toUnits(amount, currency), currency)
  return {
    id: row.id,
    company_id: row.company_id,
    asset: row.asset,
    network: row.network,
    wallet_id: row.wallet_id,
    ...names,
    amount: canonicalDecimal(row.amount),
    cost: { currency, amount: money(row.cost_amount) },
    fee: money(row.fee_amount),
    day: row.day,
    acquired_at: row.acquired_at.toISOString(),
    counterparty: { name: row.counterparty, organization_id: row.organization_id },
    reference: row.reference,
    tx_hash: row.tx_hash,
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: { id: row.recorded_by, name: row.recorded_by_name },
    reversal:
      reversed_at && reversed_on
        ? {
            day: reversed_on,
            at: reversed_at.toISOString(),
            by: { id: row.reversed_by ?? '', name: row.reversed_by_name ?? '' },
            reason: row.reversed_reason ?? '',
          }
        : null,
  }
}
