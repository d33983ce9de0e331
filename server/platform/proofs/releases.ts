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
  /** All decisions that are as the service wrote them. */
  decisions(db: Db, proofs: Proofs): AsyncIterable<Decision>
}

export interface Decision {
  id: string
  /** What the event is about. */
  objectId: string
  decided: Decided
  /** It is one of several that were decided together: their decision was judged by the policy. */
  isUnderAnother?: boolean
}
