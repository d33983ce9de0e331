import type { AcquisitionResponse } from '../../../contract/books/treasury.ts'
import { fromUnits, toUnits } from '../../../contract/money/commodities.ts'
import { canonicalDecimal } from '../../../contract/money/decimal.ts'
import type { Db } from '../../platform/db/database.ts'
import { deskCompanyNames } from '../papers/company-names.ts'
import { walletAddresses } from '../wallets/wallet-addresses.ts'
import type { AcquisitionPayment, AcquisitionPayments } from './stock/acquisition-payments.ts'
import { costOf } from './stock/payable-acquisition.ts'
import type { AcquisitionRow } from './stock/treasury-tables.ts'

/** What is sent for the rows, with the names of their companies, the addresses of their wallets and what is still owed. */
export async function toAcquisitions(
  db: Db,
  rows: readonly AcquisitionRow[],
  payments: AcquisitionPayments,
): Promise<AcquisitionResponse[]> {
  if (rows.length === 0) return []
  const companies = await deskCompanyNames(db)
  const addresses = await walletAddresses(db, [...new Set(rows.map(({ wallet_id }) => wallet_id))])
  const paid = await payments.of(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = paid.filter(({ acquisitionId }) => acquisitionId === row.id)
    return toAcquisition(row, {
      owed: owedFor(row, own),
      payments: own.map(({ lineId, day, amount }) => ({
        statement_line_id: lineId,
        day,
        amount: fromUnits(toUnits(amount, row.currency), row.currency),
      })),
      company_name: companies.get(row.company_id) ?? '',
      wallet_address: addresses.get(row.wallet_id) ?? '',
    })
  })
}

/** Nothing is owed for one that was reversed. */
function owedFor(row: AcquisitionRow, payments: readonly Pick<AcquisitionPayment, 'amount'>[]): string {
  const { currency, reversed_at } = row
  const cost = reversed_at ? 0n : costOf(row)
  return fromUnits(
    payments.reduce((rest, { amount }) => rest - toUnits(amount, currency), cost),
    currency,
  )
}

function toAcquisition(
  row: AcquisitionRow,
  names: Pick<AcquisitionResponse, 'company_name' | 'wallet_address' | 'owed' | 'payments'>,
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
