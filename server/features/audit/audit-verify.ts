import { genesis, type Link, type Problem, problemOf } from '../../platform/audit/audit-chain.ts'
import { findAuditHead, findAuditRow, findChainRows } from '../../platform/audit/audit-reader.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Checkpoint, fingerprint, isSignatureValid } from './checkpoints/checkpoints.ts'

const batch = 1_000

export type Verification = {
  problem: Problem | null
  /** The first and the last row that were checked. */
  fromSeq: number
  toSeq: number
  checkpoints: { checked: number; lastSeq: number; keys: string[] }
}

/**
 * Verifies the chain, compares it with the checkpoints, and returns the first wrong row. A truncated or completely
 * rewritten chain can be detected only by checkpoints, and only up to the last one.
 */
export async function verifyAudit(
  db: Db,
  {
    checkpoints = [],
    newest,
    trustedKey,
  }: {
    checkpoints?: readonly Checkpoint[]
    /** Check only this number of rows at the end; default: all. */
    newest?: number
    /** Fingerprint of the key that must have signed all checkpoints. */
    trustedKey?: string
  } = {},
): Promise<Verification> {
  const head = await findAuditHead(db)
  const start = newest === undefined ? genesis : await linkBefore(db, Math.max(0, head.seq - newest))
  const problemsOfCheckpoints: Problem[] = []
  const bySeq = new Map<number, Checkpoint[]>()
  for (const checkpoint of checkpoints) {
    const problem = problemOfCheckpoint(checkpoint, trustedKey)
    // A checkpoint without a valid signature is not compared. If a row has several checkpoints, all of them must match.
    if (problem) problemsOfCheckpoints.push(problem)
    else bySeq.set(checkpoint.seq, [...(bySeq.get(checkpoint.seq) ?? []), checkpoint])
  }
  const keys = [
    ...new Set(checkpoints.map((checkpoint) => fingerprint(Buffer.from(checkpoint.key, 'base64url')))),
  ]
  const found = await walk(db, start, head, bySeq)
  const lastSeq = Math.max(0, ...checkpoints.map((checkpoint) => checkpoint.seq))
  const problems = [
    found.problem,
    ...problemsOfCheckpoints,
    lastSeq > found.last.seq
      ? missing(found.last.seq + 1, `a checkpoint of row ${lastSeq} exists`)
      : undefined,
  ].filter((problem) => problem !== undefined)
  problems.sort((a, b) => a.seq - b.seq)
  return {
    problem: problems[0] ?? null,
    fromSeq: start.seq + 1,
    toSeq: found.last.seq,
    checkpoints: { checked: checkpoints.length, lastSeq, keys },
  }
}

async function walk(
  db: Db,
  start: Link,
  head: Link,
  checkpoints: ReadonlyMap<number, readonly Checkpoint[]>,
): Promise<{ last: Link; problem?: Problem }> {
  let last = start
  while (true) {
    const rows = await findChainRows(db, last.seq, head.seq, batch)
    for (const row of rows) {
      const problem = problemOf(row, last) ?? against(row, checkpoints.get(row.seq))
      if (problem) return { last, problem }
      last = row
    }
    if (rows.length < batch) break
  }
  if (last.seq < head.seq)
    return { last, problem: missing(last.seq + 1, `the head of the chain is row ${head.seq}`) }
  if (!last.hash.equals(head.hash)) {
    return {
      last,
      problem: { seq: last.seq, message: `Row ${last.seq} is not the one the head of the chain names.` },
    }
  }
  return { last }
}

function against(row: Link, checkpoints: readonly Checkpoint[] = []): Problem | undefined {
  const other = checkpoints.find(({ hash }) => hash !== row.hash.toString('hex'))
  if (!other) return undefined
  return {
    seq: row.seq,
    message: `Row ${row.seq} is not the one its checkpoint of ${other.at} names: the chain was rewritten.`,
  }
}

function problemOfCheckpoint(checkpoint: Checkpoint, trustedKey: string | undefined): Problem | undefined {
  const { seq } = checkpoint
  if (!isSignatureValid(checkpoint))
    return { seq, message: `The checkpoint of row ${seq} is not validly signed.` }
  const key = fingerprint(Buffer.from(checkpoint.key, 'base64url'))
  if (trustedKey === undefined || key === trustedKey) return undefined
  return { seq, message: `The checkpoint of row ${seq} was signed with another key (${key}).` }
}

function missing(seq: number, because: string): Problem {
  return { seq, message: `Row ${seq} is missing: ${because}.` }
}

async function linkBefore(db: Db, seq: number): Promise<Link> {
  if (seq === 0) return genesis
  return (await findAuditRow(db, seq)) ?? { seq, hash: Buffer.alloc(0) }
}
