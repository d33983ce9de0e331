import { decimalDifference } from '../../../../contract/decimal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { lockCredit, updateCredit } from '../facts/credit-store.ts'
import type { CreditRow } from '../facts/deal-tables.ts'

/** A payment that was taken from a credit is reversed: its money waits again. The caller holds the row of the request. */
export async function returnToCredit(db: Db, creditId: string, amount: string): Promise<CreditRow> {
  const credit = (await lockCredit(db, creditId)) as CreditRow
  const allocated_amount = decimalDifference(credit.allocated_amount, amount)
  return updateCredit(db, creditId, { allocated_amount })
}
