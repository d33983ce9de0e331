import type { Requests } from '../fuzz/makers.ts'

export const requests: Requests = {
  verifyAuditEvents: async () => ({ path: '/v1/audit-events/verification?rows=100' }),
  exportAuditEvents: async () => ({
    path: `/v1/audit-events/export?from=${new Date(Date.now() - 2_000).toISOString()}`,
  }),
  exportAuditTable: async () => ({ path: '/v1/exports/audit-events?format=csv&outcome=denied' }),
}
