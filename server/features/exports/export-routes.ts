import type { FastifyInstance } from 'fastify'
import type { ExportedListName } from '../../../contract/exports.ts'
import * as operations from '../../../contract/operations/exports.ts'
import { route } from '../../platform/http/route.ts'
import type { ExportService } from './export-service.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const operationOf = {
  organizations: operations.exportOrganizations,
  'purchase-requests': operations.exportPurchaseRequests,
  documents: operations.exportDocuments,
  payments: operations.exportPayments,
  transfers: operations.exportTransfers,
  credits: operations.exportCredits,
  'statement-lines': operations.exportStatementLines,
  addresses: operations.exportAddresses,
  approvals: operations.exportApprovals,
  administrators: operations.exportAdministrators,
  hits: operations.exportHits,
  'audit-events': operations.exportAuditTable,
} as const satisfies Record<ExportedListName, unknown>

type AnyExport = typeof operations.exportOrganizations

export function exportRoutes(
  app: FastifyInstance,
  { service, now }: { service: ExportService; now: () => Date },
): void {
  // Each has filters of its own, which the route has checked.
  const served = Object.entries(operationOf) as unknown as [ExportedListName, AnyExport][]
  for (const [list, operation] of served) {
    route(app, operation, async ({ query, actor }, reply) => {
      const file = await service.export(list, query, actor)
      return reply
        .type(contentTypes[query.format])
        .header(
          'content-disposition',
          `attachment; filename="${list}-${now().toISOString().slice(0, 10)}.${query.format}"`,
        )
        .header('cache-control', 'no-store')
        .send(file)
    })
  }
}
