import type { Act } from '../../../contract/api/acts.ts'
import type { Actor } from '../actor.ts'
import type { Amount } from './amount.ts'

/** An approval that an act has used: whose votes were counted, and what they voted on, as a hash. */
export interface UsedApproval {
  id: string
  voters: readonly string[]
  contentHash: Buffer
}

/** What the policy has judged. */
export interface Judgement {
  /** Of what people vote on. */
  contentHash: Buffer
  policyVersion: number
  /** Whose act it is: of an API key, the person who made it. */
  personId: string
  /** What conditions of rules were asked about; null where people vote on no amount. */
  amounts: readonly (Amount | null)[]
  /** What limits count. */
  moved: readonly Amount[]
  /** The act that was judged with it, if it carries one. */
  carries?: CarriedAct
}

/** An act that another one carries, and what conditions of its rules were asked about. */
export interface CarriedAct {
  act: Act
  amounts: readonly (Amount | null)[]
}

/**
 * That the policy allows this act to this actor, in the transaction that it was put before the policy in. Functions that
 * have the effect of an act take one, so that they cannot be called without a judgement. The transaction is private, and so
 * nothing else has the type.
 */
export class Permit<A extends Act = Act> {
  readonly #db: object
  readonly act: A
  readonly actor: Actor
  /** One, if the act needed votes; with those of an act beside it, two. */
  readonly approvals: readonly UsedApproval[]
  /** The halves of the link that the voters were given, if the act makes a link and needed votes. */
  readonly halves: readonly LinkHalf[]
  /** Null if the actor is above the policy. */
  readonly judgement: Judgement | null

  /** Called by the policy alone. */
  constructor(
    db: object,
    act: A,
    actor: Actor,
    {
      approvals = [],
      halves = [],
      judgement = null,
    }: {
      approvals?: readonly UsedApproval[]
      halves?: readonly LinkHalf[]
      judgement?: Judgement | null
    } = {},
  ) {
    this.#db = db
    this.act = act
    this.actor = actor
    this.approvals = approvals
    this.halves = halves
    this.judgement = judgement
  }

  /** The people whose votes were counted. */
  get approvedBy(): readonly string[] {
    return this.approvals.flatMap(({ voters }) => voters)
  }

  /** Why the actor says that they do it; null if they have not said so. */
  get reason(): string | null {
    return this.actor.sent?.reason ?? null
  }

  /**
   * What is done with a permit is done in its transaction, or not at all: what was judged was locked there, the counters of
   * limits were written there, and an approval is used up only if that commits. No type says so.
   */
  demandIn(db: object): void {
    if (db !== this.#db) throw new Error('A permit is good for its transaction only.')
  }

  /** The same with an act that was allowed beside it, such as the acceptance of what a payment deviates by. */
  and(beside: Permit | undefined): Permit<A> {
    if (!beside) return this
    beside.demandIn(this.#db)
    const { act, actor } = this
    return new Permit(this.#db, act, actor, { ...this, approvals: [...this.approvals, ...beside.approvals] })
  }
}

/** Half of a link to set a password, as a hash, and who was given it. */
export interface LinkHalf {
  administratorId: string
  hash: Buffer
}
