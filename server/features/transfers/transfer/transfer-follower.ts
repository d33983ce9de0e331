import type { Db } from '../../../platform/db/database.ts'
import type { Transfer } from './transfer-tables.ts'

/** What another feature does in the transaction in which something happens to a transfer, whose row is held. */
export interface TransferFollower {
  /** It delivers nothing any more. */
  transferReleased?(db: Db, transferId: string, at: Date): Promise<void>
  /** The network has carried it out after all. */
  transferCarriedOut?(db: Db, transfer: Transfer, at: Date): Promise<void>
}
