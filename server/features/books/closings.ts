import { dayAfter } from '../../../contract/values/calendar.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import { newestId, proofInvalid } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import {
  type Closing,
  closingTable,
  findClosing,
  findClosingBefore,
  holdBooksAlone,
  holdClosing,
  insertClosing,
  listClosings,
} from './closing-store.ts'

export type { Closing } from './closing-store.ts'

export type Closings = ReturnType<typeof createClosings>

/** Up to which day the books are final, as the service wrote it: otherwise 503 `proof_invalid`, and nothing is posted. */
export function createClosings({
  provenTables,
}: {
  provenTables: Pick<ProvenTables, 'check' | 'isNewest' | 'prove' | 'refusal' | 'remembers'>
}) {
  async function proven(db: Db, read: Closing | undefined): Promise<Closing | undefined> {
    // It may have been read before a change whose commit this node knows of by now.
    const isCurrent = read
      ? provenTables.isNewest(closingTable, read)
      : !provenTables.remembers(closingTable, newestId)
    const closing = isCurrent ? read : await findClosing(db)
    if (!closing) {
      if (provenTables.remembers(closingTable, newestId))
        throw provenTables.refusal(closingTable, newestId, 'missing')
      return undefined
    }
    // While the vault is sealed nobody can tell; the day counts as it is written.
    if ((await provenTables.check(db, closingTable, closing)) === 'unproven')
      throw proofInvalid(closingTable, String(closing.version))
    if (!provenTables.isNewest(closingTable, closing))
      throw provenTables.refusal(closingTable, newestId, 'older')
    return closing
  }

  return {
    find: async (db: Db): Promise<Closing | undefined> => proven(db, await findClosing(db)),

    /** The last final day, which stays so until the transaction ends; null if all days are open. */
    async hold(db: Db): Promise<string | null> {
      return (await proven(db, await holdClosing(db)))?.through ?? null
    },

    /** Waits for all postings that are half-way; none begins until the transaction ends. */
    async holdAlone(db: Db): Promise<Closing | undefined> {
      await holdBooksAlone(db)
      return proven(db, await findClosing(db))
    },

    /** Writes what counts from now on. The caller holds the books alone, and records the change. */
    async write(db: Db, row: Omit<Closing, 'proof' | 'proof_revision'>): Promise<void> {
      await insertClosing(db, { ...row, ...(await provenTables.prove(db, closingTable, row)) })
    },

    list: listClosings,

    /** The last final day once the newest close is taken back. */
    async throughBefore(db: Db, closing: Closing): Promise<string | null> {
      const before = await findClosingBefore(db, closing)
      if (before && (await provenTables.check(db, closingTable, before)) === 'unproven')
        throw proofInvalid(closingTable, String(before.version))
      return before?.through ?? null
    },
  }
}

/** For a person who posts on a final day. */
export function periodClosed(day: string, through: string): Failure {
  const first = dayAfter(through)
  return new Failure(
    'conflict',
    'period_closed',
    `The books are closed up to ${through}, and this is of ${day}. The first open day is ${first}.`,
    { day, closed_through: through, first_open_day: first },
  )
}
