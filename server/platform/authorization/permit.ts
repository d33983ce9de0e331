import type { Act } from '../../../contract/acts.ts'
import type { Actor } from '../actor.ts'

/**
 * That the policy allows this act to this actor, in the transaction that it was put before the policy in. Functions that
 * have the effect of an act take one, so that they cannot be called without a judgement.
 */
export class Permit<A extends Act = Act> {
  readonly act: A
  readonly actor: Actor
  /** The approval that was needed, if any, and whose votes were counted. */
  readonly approvalId: string | null
  readonly approvedBy: readonly string[]
  /** What they voted on, as a hash. */
  readonly contentHash: Buffer | null
  /** Why, as the caller said. */
  readonly reason: string | null
  /** The halves of the link that the voters were given, if the act makes a link and needed votes. */
  readonly halves: readonly LinkHalf[]

  /** Called by the policy alone. */
  constructor(
    act: A,
    actor: Actor,
    {
      approval,
      halves = [],
    }: {
      approval?: { id: string; voters: readonly string[]; contentHash: Buffer } | undefined
      halves?: readonly LinkHalf[]
    } = {},
  ) {
    this.act = act
    this.actor = actor
    this.approvalId = approval?.id ?? null
    this.approvedBy = approval?.voters ?? []
    this.contentHash = approval?.contentHash ?? null
    this.reason = actor.act?.reason ?? null
    this.halves = halves
  }
}

/** Half of a link to set a password, as a hash, and who was given it. */
export interface LinkHalf {
  administratorId: string
  hash: Buffer
}
