import { addDecimals, decimalDifference, isZero } from '../../../../contract/money/decimal.ts'
import type { Db } from '../../../platform/db/database.ts'
import { lockCredit, lockCreditsOfPayment, updateCredit } from '../facts/credit-store.ts'
import type { CreditRow } from '../facts/deal-tables.ts'

/** A payment that was taken from a credit is reversed: its money waits again. The caller holds the row of the request. */
export async function returnToCredit(db: Db, creditId: string, amount: string): Promise<CreditRow> {
  const credit = (await lockCredit(db, creditId)) as CreditRow
  const allocated_amount = decimalDifference(credit.allocated_amount, amount)
  return updateCredit(db, creditId, { allocated_amount })
}

/** Credits that were made of one payment, and what they are worth together. */
export interface MovedCredits {
  credits: CreditRow[]
  amount: string
}

/**
 * A payment is reversed that was above the total: what became a credit of it goes back to its request. Undefined if
 * something of that was used. The caller holds the row of the request.
 */
export async function lockUnusedOf(db: Db, paymentId: string): Promise<MovedCredits | undefined> {
  const credits = await lockCreditsOfPayment(db, paymentId)
  if (
    credits.some(
      ({ allocated_amount, refunded_amount }) => !isZero(addDecimals(allocated_amount, refunded_amount)),
    )
  )
    return undefined
  return { credits, amount: credits.reduce((sum, { amount }) => addDecimals(sum, amount), '0') }
}
