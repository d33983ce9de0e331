import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/work/bulk.ts'
import type { RunRows } from '../../platform/http/bulk-rows.ts'
import { route } from '../../platform/http/routes/route.ts'
import type { DocumentService } from '../documents/document-service.ts'
import type { PurchaseRequestService } from '../purchase-requests/purchase-request-service.ts'
import type { StatusChange } from '../purchase-requests/status-change.ts'
import type { LineService } from '../statements/line-service.ts'

export interface SingleActs {
  assign: PurchaseRequestService['assign']
  changeStatus: StatusChange
  reviewById: DocumentService['reviewById']
  matchCertain: LineService['matchCertain']
}

export function bulkRoutes(
  app: FastifyInstance,
  { runRows, assign, changeStatus, reviewById, matchCertain }: SingleActs & { runRows: RunRows },
): void {
  route(app, operations.bulkAssign, async (request) => {
    const { items, assignee_id: forAll = null } = request.body
    // The assignee beside the rows is part of each of them, also of its idempotency key.
    const rows = items.map((row) => ({
      ...row,
      assignee_id: row.assignee_id === undefined ? forAll : row.assignee_id,
    }))
    return runRows(request, operations.bulkAssign, rows, ({ id, version, assignee_id }, actor, key) =>
      assign(id, { assignee_id }, actor, expected(version), key),
    )
  })
  route(app, operations.bulkMove, async (request) =>
    runRows(request, operations.bulkMove, request.body.items, ({ id, ...body }, actor, key) =>
      changeStatus(id, body, actor, expected(body.version), key),
    ),
  )
  route(app, operations.bulkReview, async (request) =>
    runRows(request, operations.bulkReview, request.body.items, ({ id, ...body }, actor, key) =>
      reviewById(id, body, actor, key),
    ),
  )
  route(app, operations.bulkMatch, async (request) =>
    runRows(request, operations.bulkMatch, request.body.items, ({ id, ...asked }, actor, key) =>
      matchCertain(id, asked, actor, key),
    ),
  )
}

function expected(version: number | undefined) {
  return version === undefined ? undefined : [version]
}
