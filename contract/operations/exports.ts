import { Type } from 'typebox'
import { type ExportedListName, exportQueries } from '../exports.ts'
import { operation } from '../operation.ts'
import type { Permission } from '../roles.ts'

const tag = { name: 'Exports', isPreview: true, description: 'Lists as files, with the filters of the list.' }

function exportOf<List extends ExportedListName>(list: List, id: string, access: Permission, what: string) {
  return operation({
    id,
    method: 'GET',
    path: `/v1/exports/${list}`,
    tag,
    summary: `Export ${what} as CSV or XLSX`,
    description:
      'Newest first. Text that a spreadsheet would take for a formula is defused. A workbook has at most 1,048,575 rows. ' +
      'The export is recorded in the audit log.',
    access,
    query: exportQueries[list],
    produces: {
      types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      schema: Type.String({ format: 'binary', description: 'The file' }),
    },
    noHead: true,
    extension: true,
  })
}

export const exportOrganizations = exportOf(
  'organizations',
  'exportOrganizations',
  'organizations:read',
  'organizations',
)
export const exportPurchaseRequests = exportOf(
  'purchase-requests',
  'exportPurchaseRequests',
  'requests:read',
  'purchase requests',
)
export const exportDocuments = exportOf('documents', 'exportDocuments', 'documents:read', 'documents')
export const exportPayments = exportOf('payments', 'exportPayments', 'requests:read', 'payments')
export const exportTransfers = exportOf('transfers', 'exportTransfers', 'wallets:read', 'transfers')
export const exportCredits = exportOf(
  'credits',
  'exportCredits',
  'requests:read',
  'money that belongs to no purchase request yet',
)
export const exportStatementLines = exportOf(
  'statement-lines',
  'exportStatementLines',
  'requests:read',
  'lines of bank statements',
)
export const exportAddresses = exportOf('addresses', 'exportAddresses', 'wallets:read', 'the address books')
export const exportApprovals = exportOf('approvals', 'exportApprovals', 'approvals:read', 'approvals')
export const exportAdministrators = exportOf(
  'administrators',
  'exportAdministrators',
  'administrators:manage',
  'administrators',
)
export const exportHits = exportOf('hits', 'exportHits', 'organizations:read', 'screening hits')
export const exportAuditTable = exportOf('audit-events', 'exportAuditTable', 'audit:read', 'the audit log')
