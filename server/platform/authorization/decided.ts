import type { Act } from '../../../contract/acts.ts'
import type { Permit } from './permit.ts'

/** Who was permitted what, when and by whom, as it is kept and proven in a decision that lets coins or secrets out. */
export interface Decided {
  act: Act
  /** Of what was judged; null if the actor is above the policy. */
  content_hash: string | null
  approvals: { id: string; voters: string[]; content_hash: string }[]
  policy_version: number | null
  actor_kind: string
  actor_id: string | null
  session_id: string | null
  at: string
}

export function decidedBy({ act, actor, approvals, contentHash, policyVersion }: Permit, at: Date): Decided {
  return {
    act,
    content_hash: contentHash?.toString('hex') ?? null,
    approvals: approvals.map(({ id, voters, contentHash }) => ({
      id,
      voters: [...voters],
      content_hash: contentHash.toString('hex'),
    })),
    policy_version: policyVersion,
    actor_kind: actor.kind,
    actor_id: actor.id,
    session_id: actor.sessionId,
    at: at.toISOString(),
  }
}
