import type { EventType } from '../../../../contract/events/events.ts'
import { actorOf, type By, recordChange } from '../../../platform/audit/change.ts'
import type { Db } from '../../../platform/db/database.ts'
import { insertStep } from './transfer-store.ts'
import type { Transfer, TransferStep } from './transfer-tables.ts'

type TransferEvent = Extract<EventType, `transfer.${string}`>

/** What happened to a transfer, with what is told of it. */
export interface TransferTrace {
  type: TransferEvent
  transfer: Transfer
  /** For events and the audit log. */
  data?: Record<string, unknown>
  note?: string | null
}

/** Writes the steps of changes that one transaction makes, and tells of them. */
export async function tellOfTransfers(
  db: Db,
  told: readonly TransferTrace[],
  { by, at }: { by: By; at: Date },
): Promise<void> {
  const { kind, name } = actorOf(by)
  for (const { type, transfer, data = {}, note = null } of told) {
    const object = { type: 'transfer', id: transfer.id }
    const organizationId = transfer.organization_id
    await insertStep(db, {
      transfer_id: transfer.id,
      step: type.slice('transfer.'.length) as TransferStep,
      at,
      by: kind === 'service' ? null : name,
      note,
    })
    const said = { ...whatIsSent(transfer), ...data }
    recordChange(db, by, {
      action: type,
      object,
      organizationId,
      version: transfer.version,
      details: { ...said, ...(note !== null && { note }) },
      data: said,
      at,
    })
  }
}

export function whatIsSent({ network, asset, amount, tx_id }: Transfer): Record<string, string> {
  return { network, asset, amount, ...(tx_id !== null && { tx_id }) }
}
