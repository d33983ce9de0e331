import { type ChainRow, genesis, type Link, type Problem } from '../../../platform/audit/audit-chain.ts'
import { createChainReader } from '../../../platform/audit/audit-reader.ts'
import { linkAt, missingRow, walkChain } from '../../../platform/audit/chain-walk.ts'
import type { Db } from '../../../platform/db/database.ts'
import { createTurns, type Turn } from '../../../platform/turns.ts'
import { type Checkpoint, fingerprint, isSignatureValid } from '../checkpoints/checkpoints.ts'
import { createLateness, type LateSignature } from '../checkpoints/late-signatures.ts'
import { problemOfSignedHead } from '../checkpoints/signed-head.ts'

export type Verification = {
  problem: Problem | null
  /** The first and the last row that were checked. */
  fromSeq: number
  toSeq: number
  checkpoints: { checked: number; lastSeq: number; keys: string[] }
  /** Rows that were signed long after they were written. */
  late: LateSignature[]
}

/**
 * Verifies the chain, compares it with the checkpoints and with what the vault remembers, and returns the first wrong
 * row. A truncated or completely rewritten chain can be detected only by these, and only up to the last one.
 */
export async function verifyAudit(
  db: Db,
  {
    checkpoints = [],
    signedHead,
    newest,
    trustedKey,
    turn = createTurns(),
  }: {
    checkpoints?: readonly Checkpoint[]
    /** The last row that was signed, as the vault remembers it. */
    signedHead?: Link | undefined
    /** Check only this number of rows at the end; default: all. */
    newest?: number
    /** Fingerprint of the key that must have signed all checkpoints. */
    trustedKey?: string
    turn?: Turn
  } = {},
): Promise<Verification> {
  const chain = createChainReader(db)
  const head = await chain.findAuditHead()
  const start = newest === undefined ? genesis : await linkAt(chain, Math.max(0, head.seq - newest))
  const problemsOfCheckpoints: Problem[] = []
  const bySeq = new Map<number, Checkpoint[]>()
  const keys = new Set<string>()
  let lastSeq = 0
  for (const checkpoint of checkpoints) {
    await turn()
    keys.add(checkpoint.key)
    lastSeq = Math.max(lastSeq, checkpoint.seq)
    const problem = problemOfCheckpoint(checkpoint, trustedKey)
    // A checkpoint without a valid signature is not compared. If a row has several checkpoints, all of them must match.
    if (problem) problemsOfCheckpoints.push(problem)
    else bySeq.set(checkpoint.seq, [...(bySeq.get(checkpoint.seq) ?? []), checkpoint])
  }
  const lateness = createLateness()
  const visit = (row: ChainRow) => {
    const checkpointsOfRow = bySeq.get(row.seq)
    lateness.visit(row, checkpointsOfRow)
    return against(row, checkpointsOfRow)
  }
  const found = await walkChain(chain, start, head, visit, turn)
  const problems = [
    found.problem,
    ...problemsOfCheckpoints,
    lastSeq > found.last.seq
      ? missingRow(found.last.seq + 1, `a checkpoint of row ${lastSeq} exists`)
      : undefined,
    signedHead && (await problemOfSignedHead(chain, signedHead)),
  ].filter((problem) => problem !== undefined)
  problems.sort((a, b) => a.seq - b.seq)
  return {
    problem: problems[0] ?? null,
    fromSeq: start.seq + 1,
    toSeq: found.last.seq,
    checkpoints: { checked: checkpoints.length, lastSeq, keys: [...keys].map(fingerprintOf) },
    late: lateness.found,
  }
}

function against(row: ChainRow, checkpoints: readonly Checkpoint[] = []): Problem | undefined {
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
  const key = fingerprintOf(checkpoint.key)
  if (trustedKey === undefined || key === trustedKey) return undefined
  return { seq, message: `The checkpoint of row ${seq} was signed with another key (${key}).` }
}

function fingerprintOf(key: string): string {
  return fingerprint(Buffer.from(key, 'base64url'))
}
