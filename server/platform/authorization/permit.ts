import type { Act } from '../../../contract/acts.ts'
import type { Actor } from '../actor.ts'

/** An approval that an act has used: whose votes were counted, and what they voted on, as a hash. */
export interface UsedApproval {
  id: string
  voters: readonly string[]
  contentHash: Buffer
}

/**
 * That the policy allows this act to this actor, in the transaction that it was put before the policy in. Functions that
 * have the effect of an act take one, so that they cannot be called without a judgement.
 */
export class Permit<A extends Act = Act> {
  /** The transaction: what is recorded with a permit is recorded there, or not at all. */
  readonly db: object
  readonly act: A
  readonly actor: Actor
  /** One, if the act needed votes; with those of an act beside it, two. */
  readonly approvals: readonly UsedApproval[]
  /** The halves of the link that the voters were given, if the act makes a link and needed votes. */
  readonly halves: readonly LinkHalf[]
  /** Of what was judged, and the policy that judged it; null if the actor is above the policy. */
  readonly contentHash: Buffer | null
  readonly policyVersion: number | null

  /** Called by the policy alone. */
  constructor(
    db: object,
    act: A,
    actor: Actor,
    {
      approvals = [],
      halves = [],
      contentHash = null,
      policyVersion = null,
    }: {
      approvals?: readonly UsedApproval[]
      halves?: readonly LinkHalf[]
      contentHash?: Buffer | null
      policyVersion?: number | null
    } = {},
  ) {
    this.db = db
    this.act = act
    this.actor = actor
    this.approvals = approvals
    this.halves = halves
    this.contentHash = contentHash
    this.policyVersion = policyVersion
  }

  /** The people whose votes were counted. */
  get approvedBy(): readonly string[] {
    return this.approvals.flatMap(({ voters }) => voters)
  }

  /** The same with an act that was allowed beside it, such as the acceptance of what a payment deviates by. */
  and(beside: Permit | undefined): Permit<A> {
    if (!beside) return this
    const { db, act, actor } = this
    return new Permit(db, act, actor, { ...this, approvals: [...this.approvals, ...beside.approvals] })
  }
}

/** Half of a link to set a password, as a hash, and who was given it. */
export interface LinkHalf {
  administratorId: string
  hash: Buffer
}
