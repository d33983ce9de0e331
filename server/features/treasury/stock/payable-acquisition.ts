import { toUnits } from '../../../../contract/money/commodities.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Failure } from '../../../platform/errors.ts'
import { counterpartyAccount } from './acquisition-posting.ts'
import { lockAcquisition } from './acquisition-store.ts'
import type { AcquisitionRow } from './treasury-tables.ts'

/** What somebody who pays for an acquisition has to know. */
export interface PayableAcquisition {
  companyId: string
  currency: string
  /** With the fee, in smallest units. */
  cost: bigint
  /** The account of the books of whoever sold the coins. */
  account: string
  reversedAt: Date | null
}

/** Its row is locked until the transaction ends. */
export async function holdAcquisition(db: Db, id: string): Promise<PayableAcquisition | undefined> {
  const row = await lockAcquisition(db, id)
  if (!row) return undefined
  return {
    companyId: row.company_id,
    currency: row.currency,
    cost: costOf(row),
    account: counterpartyAccount(row),
    reversedAt: row.reversed_at,
  }
}

/** What is owed for it before anything is paid. */
export function costOf({
  cost_amount,
  fee_amount,
  currency,
}: Pick<AcquisitionRow, 'cost_amount' | 'fee_amount' | 'currency'>): bigint {
  return toUnits(cost_amount, currency) + toUnits(fee_amount, currency)
}

export function acquisitionReversed(at: Date): Failure {
  return new Failure('conflict', 'acquisition_reversed', 'The acquisition was reversed before.', {
    reversed_at: at.toISOString(),
  })
}
