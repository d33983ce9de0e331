import { AuditFilter } from '../events/audit.ts'
import { list } from './list.ts'

export const auditEventList = list({
  name: 'audit-events',
  access: 'audit:read',
  filters: AuditFilter.properties,
  file: {
    id: 'exportAuditTable',
    what: 'the audit log',
    words: { outcome: 'outcome' },
  },
})
