import type { EventType } from '../../../contract/events/events.ts'
import type { Db } from '../db/database.ts'

/** What comments are about, as a feature describes it. */
export interface CommentedObject {
  type: 'purchase_request' | 'organization' | 'document'
  /** The purchase request or the organization; for a document its organization. */
  id: string
  /** Only of a document. */
  document?: { kind: string; version: number }
  organizationId: string
  /** The event of a comment, to which its id and the mentions are added. */
  event: { type: EventType; object: { type: string; id: string }; data: Record<string, unknown> }
  /** The version of the object, which a comment does not change. */
  version: number
}

/** How a feature finds what people comment on. Both throw what a path to nothing is answered with. */
export interface CommentSubject<Path extends unknown[]> {
  find(db: Db, ...path: Path): Promise<CommentedObject>
  /** Locked until the end of the transaction, because the events of one object are in order. */
  lock(db: Db, ...path: Path): Promise<CommentedObject>
}
