import type { Actor } from '../../platform/actor.ts'
import { appendAudit } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordEvent } from '../../platform/events/outbox.ts'
import { toDocument } from './document-responses.ts'
import * as store from './document-store.ts'

const kind = 'bank-details'

/** What organizations tell the documents; apart from the rest of them, which in turn need the organizations. */
export function createBankDetailsFollower({ now }: { now: () => Date }) {
  return {
    /**
     * New bank details make an approved document about the old ones pending again. Called in the transaction that
     * changes them, which holds the organization's row, straight before its own audit row.
     */
    async bankDetailsChanged(db: Db, organizationId: string, actor: Actor): Promise<void> {
      const slot = await store.findSlot(db, organizationId, kind)
      if (slot?.status !== 'approved') return
      const at = now()
      const reason_code = 'bank_details_changed' as const
      await store.insertDecision(
        db,
        { organizationId, kind },
        {
          id: newId(),
          version_id: slot.id,
          status: 'pending',
          reason_code,
          comment: null,
          decided_by: actor.id ?? actor.name,
          decided_at: at,
        },
      )
      const reopened = { ...slot, status: 'pending' as const, decision_status: null }
      const { download_url, ...data } = toDocument(reopened, at, () => null)
      const object = { type: 'document', id: slot.id }
      await recordEvent(db, { type: 'document.reviewed', object, organizationId, data, at })
      await appendAudit(db, {
        actor,
        action: 'document.reopened',
        object,
        organizationId,
        details: { kind, version: slot.version, reason_code },
        at,
      })
    },
  }
}
