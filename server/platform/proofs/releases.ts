import type { Act } from '../../../contract/api/acts.ts'
import type { ReplayedEvent } from '../audit-proofs/replay.ts'
import type { Decided } from '../authorization/decided.ts'
import type { Db } from '../db/database.ts'
import type { Proofs } from './proofs.ts'

/** Something that leaves the service by a proven decision, such as a mnemonic. Features export theirs. */
export interface Releases {
  /** The event with which it leaves, and the act that it is. */
  action: string
  act: Act
  /** The decision that an event follows. */
  decisionOf(event: ReplayedEvent): string | undefined
  /** The events with which people make what the act is about, if rules may keep them from it. */
  makes?: readonly string[]
  /** All decisions that are as the service wrote them. */
  decisions(db: Db, proofs: Proofs): AsyncIterable<Decision>
}

export interface Decision {
  id: string
  /** What the event is about. */
  objectId: string
  decided: Decided
  organizationId: string
  /** What it is about, of what the events that make it name. */
  about?: readonly string[]
  /** It takes the place of another one, whose amounts limits have counted. */
  isReplacement?: boolean
  /** It is one of several that were decided together: their decision was judged by the policy. */
  isUnderAnother?: boolean
}
