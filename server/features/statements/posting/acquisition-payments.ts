import { isId } from '../../../../contract/api/common.ts'
import { fault } from '../../../../contract/api/faults.ts'
import { fromUnits, toUnits } from '../../../../contract/money/commodities.ts'
import type { Db } from '../../../platform/db/database.ts'
import { Invalid } from '../../../platform/errors.ts'
import { isAccountOf } from '../../papers/own-accounts.ts'
import type { AcquisitionPayment } from '../../treasury/stock/acquisition-payments.ts'
import { acquisitionReversed, holdAcquisition } from '../../treasury/stock/payable-acquisition.ts'
import type { Line } from '../lines/statement-store.ts'

/** What lines have paid for acquisitions, without postings that were reversed. */
export async function acquisitionPayments(db: Db, ids: readonly string[]): Promise<AcquisitionPayment[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('statement_postings as posting')
    .innerJoin('statement_lines as line', 'line.id', 'posting.line_id')
    .select(['posting.acquisition_id', 'posting.line_id', 'line.amount', 'line.booked_on'])
    .where('posting.acquisition_id', 'in', ids)
    .where('posting.reversed_at', 'is', null)
    .orderBy('posting.id')
    .execute()
  return rows.flatMap(({ acquisition_id: id, line_id: lineId, booked_on: day, amount }) =>
    id === null ? [] : [{ acquisitionId: id, lineId, day, amount }],
  )
}

/**
 * The account of whoever is owed for an acquisition, if the line can pay for it. The acquisition is held, so that it is
 * neither reversed nor paid for by another line until the transaction ends.
 */
export async function acquisitionAccount(db: Db, line: Line, acquisitionId: string): Promise<string> {
  if (line.direction !== 'outgoing') throw new Invalid([fault(['body', 'account'], 'counterparty_incoming')])
  const loc = ['body', 'acquisition_id']
  const found = isId(acquisitionId) ? await holdAcquisition(db, acquisitionId) : undefined
  if (!found) throw new Invalid([fault(loc, 'paid_acquisition_not_found')])
  if (found.reversedAt) throw acquisitionReversed(found.reversedAt)
  const { currency } = found
  if (currency !== line.currency)
    throw new Invalid([fault(loc, 'acquisition_of_other_currency', { currency })])
  if (!(await isAccountOf(db, found.companyId, line.account)))
    throw new Invalid([fault(loc, 'acquisition_of_other_company')])
  const payments = await acquisitionPayments(db, [acquisitionId])
  const left = payments.reduce((rest, { amount }) => rest - toUnits(amount, currency), found.cost)
  if (toUnits(line.amount, currency) > left)
    throw new Invalid([
      fault(loc, 'acquisition_overpaid', { left: fromUnits(left > 0n ? left : 0n, currency), currency }),
    ])
  return found.account
}
