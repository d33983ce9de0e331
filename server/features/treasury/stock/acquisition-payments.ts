import type { Db } from '../../../platform/db/database.ts'

/** What a line of a bank statement has paid for an acquisition. */
export interface AcquisitionPayment {
  acquisitionId: string
  lineId: string
  /** When the bank booked it. */
  day: string
  /** A decimal number in the currency of the cost. */
  amount: string
}

/** Who knows what was paid for acquisitions. */
export interface AcquisitionPayments {
  of(db: Db, acquisitionIds: readonly string[]): Promise<AcquisitionPayment[]>
}
