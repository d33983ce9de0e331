import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { CountedVote } from './approval-store.ts'

export type VoteState = ReturnType<typeof voteState>

/** A vote as its proven event states it, and as `kontor audit verify` compares it with the table. */
export function voteState(
  {
    administrator_id,
    decision,
    reason,
    voted_at,
    assertion,
    link_half,
  }: Omit<CountedVote, 'approval_id'> & { link_half?: Buffer | null },
  contentHash: Buffer,
) {
  return {
    administrator_id,
    decision,
    reason,
    content_hash: contentHash.toString('hex'),
    voted_at: voted_at.toISOString(),
    assertion: assertion && createHash('sha256').update(canonicalJson(assertion)).digest('hex'),
    ...(link_half && { link_half: link_half.toString('hex') }),
  }
}
