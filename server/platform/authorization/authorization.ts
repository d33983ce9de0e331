import type { Act, Separation } from '../../../contract/api/acts.ts'
import type { AddressRules, PaymentRules } from '../../../contract/control/policy-rules.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Amount } from './amount.ts'
import type { ReplacedAct } from './decided.ts'
import type { Permit } from './permit.ts'

/** What an act moves for one organization in one currency. */
export interface ActPart {
  organizationId: string | null
  amount: Amount
}

/** An act that is about to be performed, with what people vote on. */
export interface IntendedAct<A extends Act = Act> {
  act: A
  subject: { type: string; id: string | null; version?: number }
  organizationId?: string | null
  /** Built from the locked rows and the parsed body. */
  content: Record<string, unknown>
  /** Absent if people do not vote on an amount: then conditions on it count as met. */
  amount?: Amount | readonly Amount[]
  /** What counts for limits, if it is not `amount`: known when the act is done, and no part of what people vote on. */
  moved?: Amount | readonly Amount[]
  /**
   * Earlier acts of the same kind of which only one of all can happen, as their proven decisions say: limits count what this
   * one adds to the largest of them.
   */
  replaces?: readonly ReplacedAct[]
  /** How often it counts for limits, if not once: it is several acts that people judge together. */
  times?: number
  /** How many entries of a list it removes. Absent if it is about no list: then conditions on it count as met. */
  removed?: number
  /**
   * Instead of `amount`, for an act that concerns several organizations or currencies at once. Each is judged and counted
   * by itself.
   */
  parts?: readonly ActPart[]
  /**
   * An act that the service does when this one has had its effect. It is judged now, on the sum of its parts: one approval
   * has to satisfy the rules of both. Whoever does this act need not be allowed to do that one.
   */
  carries?: { act: Act; parts: readonly ActPart[] }
  /** Who did the earlier work that a policy can keep apart from this act. */
  did?: Earlier
}

/** The ids of the actors who did each kind of earlier work; null for one who is not known. */
export type Earlier = Partial<Record<Separation, readonly (string | null)[]>>

/**
 * The act is refused, and something must be written about that: in a transaction of its own, because the one of the act
 * is rolled back. `follow` does so, and returns the failure for the caller. The route calls it.
 */
export class ActRefused extends Failure {
  readonly follow: () => Promise<Failure>

  constructor(failure: Failure, follow: () => Promise<Failure>) {
    super('forbidden', 'approval_required', failure.message)
    this.follow = follow
  }
}

/** Why an act is kept from the actor. */
export interface Separated {
  by: Separation
  /** The person who did the earlier work. */
  personId: string | null
  /** Their name; null if it is not known who did it. */
  person: string | null
  /** True if it was another account, which counts as the actor's. */
  isOtherAccount: boolean
  /** Who may do the act, and did none of the earlier work. */
  able: readonly { id: string; name: string }[]
  /** What somebody on the machine runs if the two accounts belong to different people. */
  commands: readonly string[]
  /** The amounts of the rule, if it has any. */
  amounts: Readonly<Record<string, string>>
}

/** The one policy over all sensitive acts. Implemented by the control feature. */
export interface Authorization {
  /**
   * Called in the transaction of the act, after 404, 409 and 422 and before the effect. Throws unless the policy allows
   * the act to this actor now.
   */
  permit<A extends Act>(db: Db, actor: Actor, intended: IntendedAct<A>): Promise<Permit<A>>
  /** The rule of the policy that keeps the act from this actor because of earlier work; undefined if there is none. */
  findSeparation(
    db: Db,
    actor: Actor,
    intended: Pick<IntendedAct, 'act' | 'amount' | 'did'>,
  ): Promise<Separated | undefined>
  /** Whether the people of today can still declare themselves independent of each other. */
  canFound(db: Db): Promise<boolean>
  /** Throws if a rule on this act bounds amounts, but does not name what goes along with it, and that is above the usual. */
  demandJudged(db: Db, act: Act, amounts: readonly Amount[], loc: readonly string[]): Promise<void>
  /** What the policy says about addresses that coins are sent to. */
  addressRules(db: Db): Promise<AddressRules>
  /** What the policy asks of the money of a request before this act. */
  paymentRules(db: Db, intended: Pick<IntendedAct, 'act' | 'amount'>): Promise<PaymentRules>
  /**
   * In the transaction of a change of this object: whatever was voted on about it is no longer what it is.
   */
  markStale(db: Db, act: Act, subject: { type: string; id: string }): Promise<void>
  /** Throws if, after this change of an administrator, nobody could satisfy a rule that can be satisfied now. */
  demandSatisfiable(
    db: Db,
    actor: Actor,
    change: { administratorId: string; role?: string; isActive?: boolean },
  ): Promise<void>
}
