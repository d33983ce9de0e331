import type { Act, Separation } from '../../../contract/acts.ts'
import type { AddressRules } from '../../../contract/policy-rules.ts'
import type { Actor } from '../actor.ts'
import type { ChangeTrace } from '../audit/change-trace.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'

/** An act that is about to be performed, with what people vote on. */
export interface IntendedAct {
  act: Act
  subject: { type: string; id: string | null; version?: number }
  organizationId?: string | null
  /** Built from the locked rows and the parsed body. */
  content: Record<string, unknown>
  /** Absent if people do not vote on an amount: then conditions on it count as met. */
  amount?: { currency: string; value: string }
  /** What counts for limits, if it is not `amount`: known when the act is done, and no part of what people vote on. */
  moved?: { currency: string; value: string }
  /** Who did the earlier work that a policy can keep apart from this act. */
  did?: Earlier
}

/** The ids of the actors who did each kind of earlier work; null for one who is not known. */
export type Earlier = Partial<Record<Separation, readonly (string | null)[]>>

/** That the act may be performed. The audit row of the act names approval and reason by itself. */
export interface Authorized {
  /** The people whose votes were counted. */
  confirmedBy: readonly string[]
}

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
  /** The amounts of the rule, if it has any. */
  amounts: Readonly<Record<string, string>>
}

/** The one policy over all sensitive acts. Implemented by the control feature. */
export interface Authorization {
  /**
   * Called in the transaction of the act, after 404, 409 and 422 and before the effect. Throws unless the policy allows
   * the act to this actor now.
   */
  authorize(db: Db, actor: Actor, intended: IntendedAct): Promise<Authorized>
  /** The rule of the policy that keeps the act from this actor because of earlier work; undefined if there is none. */
  findSeparation(
    db: Db,
    actor: Actor,
    intended: Pick<IntendedAct, 'act' | 'amount' | 'did'>,
  ): Promise<Separated | undefined>
  /** What the policy says about addresses that coins are sent to. */
  addressRules(db: Db): Promise<AddressRules>
  /**
   * In the transaction of a change of this object: whatever was voted on about it is no longer what it is. The caller
   * writes the events and, last, the audit rows.
   */
  markStale(db: Db, act: Act, subject: { type: string; id: string }): Promise<ChangeTrace[]>
  /** Throws if, after this change of an administrator, nobody could satisfy a rule that can be satisfied now. */
  demandSatisfiable(
    db: Db,
    actor: Actor,
    change: { administratorId: string; role?: string; isActive?: boolean },
  ): Promise<void>
}
