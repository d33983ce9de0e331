import type { ChainRow, Problem } from '../../../platform/audit/audit-chain.ts'
import type { ValuesReference } from '../../../platform/audit/audit-log.ts'
import { findAuditHead, findChainRows } from '../../../platform/audit/audit-reader.ts'
import type { AuditValues } from '../../../platform/audit-values/audit-values.ts'
import type { Db } from '../../../platform/db/database.ts'
import { createTurns, type Turn } from '../../../platform/turns.ts'

/** Few, because each value is opened. */
const batch = 100

export type ValuesVerification = {
  /** The first row whose values are missing or are not those that the chain names. */
  problem: Problem | null
  /** Number of rows by what is known of their values. */
  available: number
  erased: number
  sealed: number
}

/** Compares the values beside the chain with it. */
export async function verifyValues(
  db: Db,
  values: Pick<AuditValues, 'read'>,
  turn: Turn = createTurns(),
): Promise<ValuesVerification> {
  const result: ValuesVerification = { problem: null, available: 0, erased: 0, sealed: 0 }
  const head = await findAuditHead(db)
  let after = 0
  while (true) {
    await turn()
    const rows = await findChainRows(db, after, head.seq, batch)
    const referring = rows.flatMap(({ seq, event }) => {
      const reference = referenceIn(event)
      return reference ? [{ seq, reference }] : []
    })
    const read = await values.read(
      db,
      referring.map(({ reference }) => reference),
    )
    for (const { seq, reference } of referring) {
      const status = read.get(reference.id)?.status ?? 'unreadable'
      if (status !== 'unreadable') result[status] += 1
      else result.problem ??= { seq, message: `The values of row ${seq} are missing or were changed.` }
    }
    if (rows.length < batch) return result
    after = (rows.at(-1) as ChainRow).seq
  }
}

/** Most rows have none, and are not parsed. */
function referenceIn(event: string): ValuesReference | undefined {
  return event.includes('"values":{') ? (JSON.parse(event) as { values?: ValuesReference }).values : undefined
}
