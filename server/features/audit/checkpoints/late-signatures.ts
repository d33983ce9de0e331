import type { ChainRow } from '../../../platform/audit/audit-chain.ts'
import type { Checkpoint } from './checkpoints.ts'

/** A checkpoint follows its rows within a minute. Later than this, the service was away, sealed, or the rows are forged. */
const lateAfter = 3_600_000

/** Rows `fromSeq` to `toSeq` had no checkpoint for long: the first was written at one time, all were signed at the other. */
export type LateSignature = { fromSeq: number; toSeq: number; writtenAt: string; signedAt: string }

/**
 * Finds rows that were signed long after they were written. Somebody who rewrites the log, and gets it signed again,
 * cannot set back the time of the signature.
 */
export function createLateness() {
  const found: LateSignature[] = []
  let firstUnsigned: ChainRow | undefined
  return {
    found,
    /** To be called with the rows in order, each with its valid checkpoints. */
    visit(row: ChainRow, checkpoints: readonly Checkpoint[] = []): void {
      firstUnsigned ??= row
      const [first] = checkpoints.map(({ at }) => at).toSorted()
      if (first === undefined) return
      if (Date.parse(first) - firstUnsigned.at.getTime() > lateAfter) {
        found.push({
          fromSeq: firstUnsigned.seq,
          toSeq: row.seq,
          writtenAt: firstUnsigned.at.toISOString(),
          signedAt: first,
        })
      }
      firstUnsigned = undefined
    },
  }
}
