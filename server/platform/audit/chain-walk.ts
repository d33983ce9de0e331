import type { Turn } from '../turns.ts'
import { type ChainRow, genesis, type Link, type Problem, problemOf } from './audit-chain.ts'
import type { ChainReader } from './audit-reader.ts'

const batch = 1_000

/**
 * Reads the rows after `start` up to the head and checks that each follows from the previous one. `visit` may find a
 * problem of its own. The walk ends at the first problem. A long one asks for its `turn`.
 */
export async function walkChain(
  chain: Pick<ChainReader, 'findChainRows'>,
  start: Link,
  head: Link,
  visit: (row: ChainRow) => Problem | undefined,
  turn?: Turn,
): Promise<{ last: Link; problem?: Problem }> {
  let last = start
  while (true) {
    const rows = await chain.findChainRows(last.seq, head.seq, batch)
    for (const row of rows) {
      if (turn) await turn()
      const problem = problemOf(row, last) ?? visit(row)
      if (problem) return { last, problem }
      last = row
    }
    if (rows.length < batch) break
  }
  if (last.seq < head.seq)
    return { last, problem: missingRow(last.seq + 1, `the head of the chain is row ${head.seq}`) }
  if (!last.hash.equals(head.hash)) {
    return {
      last,
      problem: { seq: last.seq, message: `Row ${last.seq} is not the one the head of the chain names.` },
    }
  }
  return { last }
}

export function missingRow(seq: number, because: string): Problem {
  return { seq, message: `Row ${seq} is missing: ${because}.` }
}

/** The link at this row as the table has it. */
export async function linkAt(chain: Pick<ChainReader, 'findAuditRow'>, seq: number): Promise<Link> {
  if (seq === 0) return genesis
  return (await chain.findAuditRow(seq)) ?? { seq, hash: Buffer.alloc(0) }
}
