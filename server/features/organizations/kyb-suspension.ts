import { type By, recordChange } from '../../platform/audit/change.ts'
import type { AuditValues } from '../../platform/audit-values/audit-values.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from './organization-records.ts'
import type { OrganizationRow } from './organization-tables.ts'

export type KybSuspension = ReturnType<typeof createKybSuspension>

/** For features that find out why an approved organization must not be served. */
export function createKybSuspension({
  now,
  auditValues,
  records,
}: {
  now: () => Date
  auditValues: Pick<AuditValues, 'requireOpen' | 'record'>
  records: Pick<OrganizationRecords, 'change'>
}) {
  return {
    /** Fails with 503 `vault_sealed`. Called before the transaction. */
    requireOpen: () => auditValues.requireOpen(),

    /** Suspends an approved organization whose row is locked. */
    async suspend(db: Db, row: OrganizationRow, reason: string, by: By): Promise<void> {
      const at = now()
      const change = { kyb_status: 'suspended' as const, kyb_reason: reason }
      const version = row.version + 1
      await records.change(db, row, { ...change, kyb_warnings: [], version, updated_at: at })
      const object = { type: 'organization', id: row.id }
      const data = { from: row.kyb_status, to: change.kyb_status, reason, version }
      const before = { kyb_status: row.kyb_status, kyb_reason: row.kyb_reason }
      recordChange(db, by, {
        action: 'organization.kyb_decided',
        object,
        organizationId: row.id,
        version,
        details: data,
        values: await auditValues.record(db, row.id, { before, after: change }, at),
        data,
        at,
      })
    },
  }
}
