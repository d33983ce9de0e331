import type { OutgoingEvent } from '../events/outbox.ts'
import type { AuditEntry } from './audit-log.ts'

/** What is told of a change: its event and its audit row. For changes that are written together with others. */
export interface ChangeTrace {
  event: OutgoingEvent
  audit: AuditEntry
}
