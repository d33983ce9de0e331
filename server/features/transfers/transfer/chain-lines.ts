import type { Db } from '../../../platform/db/database.ts'
import type { Transfer } from './transfer-tables.ts'

/** What chain statements say of transfers. Implemented by the treasury, which comes later. */
export interface ChainLines {
  /** The transfer delivers nothing any more: lines that say that it has are looked at again. */
  released(db: Db, transferId: string, at: Date): Promise<void>
  /** The network has carried out the transfer after all: lines of its transaction may be its coins. */
  carriedOut(db: Db, transfer: Transfer, at: Date): Promise<void>
}
