import type { Act } from '../../../contract/api/acts.ts'
import type { Amount } from './amount.ts'
import type { CarriedAct, Permit } from './permit.ts'

/** Who was permitted what, when and by whom, as it is kept and proven in a decision that lets coins or secrets out. */
export interface Decided {
  act: Act
  /** Of what was judged; null if the actor is above the policy. */
  content_hash: string | null
  policy_version: number | null
  /** Whose act it is: of an API key, the person who made it. Null if the actor is above the policy. */
  person_id: string | null
  /** What conditions of rules were asked about; null where people vote on no amount. */
  amounts: (Amount | null)[]
  /** What limits have counted. */
  moved: Amount[]
  /** The act that was judged with it. */
  carries?: CarriedAct
  approvals: { id: string; voters: string[]; content_hash: string }[]
  actor_kind: string
  actor_id: string | null
  actor_name: string
  session_id: string | null
  at: string
}

/** An act that a later one takes the place of. */
export type ReplacedAct = Pick<Decided, 'person_id' | 'moved'> & { organization_id: string }

export function decidedBy({ act, actor, approvals, judgement }: Permit, at: Date): Decided {
  return {
    act,
    content_hash: judgement?.contentHash.toString('hex') ?? null,
    policy_version: judgement?.policyVersion ?? null,
    person_id: judgement?.personId ?? null,
    amounts: [...(judgement?.amounts ?? [])],
    moved: [...(judgement?.moved ?? [])],
    ...(judgement?.carries && { carries: judgement.carries }),
    approvals: approvals.map(({ id, voters, contentHash }) => ({
      id,
      voters: [...voters],
      content_hash: contentHash.toString('hex'),
    })),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    session_id: actor.sessionId,
    at: at.toISOString(),
  }
}
