import type { EventType } from '../../../contract/events.ts'
import type { Actor } from '../../platform/actor.ts'
import { type AuditEntry, appendAudit } from '../../platform/audit/audit-log.ts'
import type { ChangeTrace } from '../../platform/audit/change-trace.ts'
import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { insertStep } from './transfer-store.ts'
import type { Transfer, TransferStep } from './transfer-tables.ts'

type TransferEvent = Extract<EventType, `transfer.${string}`>

/** What happened to a transfer, with what is told of it. */
export interface Told {
  type: TransferEvent
  transfer: Transfer
  /** For events and the audit log. */
  data?: Record<string, unknown>
  note?: string | null
}

/** Writes steps, events and, last, the audit rows of changes that one transaction makes. */
export async function tellOfTransfers(
  db: Db,
  told: readonly Told[],
  { actor, at, stale = [] }: { actor: Actor; at: Date; stale?: readonly ChangeTrace[] },
): Promise<void> {
  const entries: AuditEntry[] = []
  for (const { type, transfer, data = {}, note = null } of told) {
    const object = { type: 'transfer', id: transfer.id }
    const organizationId = transfer.organization_id
    await insertStep(db, {
      transfer_id: transfer.id,
      step: type.slice('transfer.'.length) as TransferStep,
      at,
      by: actor.kind === 'service' ? null : actor.name,
      note,
    })
    const said = { ...whatIsSent(transfer), ...data }
    await recordEvent(db, { type, object, organizationId, data: said, at })
    entries.push({
      actor,
      action: type,
      object,
      organizationId,
      version: transfer.version,
      details: { ...said, ...(note !== null && { note }) },
      at,
    })
  }
  for (const { event } of stale) await recordEvent(db, event)
  await appendAudit(db, ...entries, ...stale.map(({ audit }) => audit))
}

export function whatIsSent({ network, asset, amount, tx_id }: Transfer): Record<string, string> {
  return { network, asset, amount, ...(tx_id !== null && { tx_id }) }
}
