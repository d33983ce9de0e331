import type { Changes, Requests } from '../fuzz/makers.ts'
import { certainRow } from '../statements/operations.ts'

export const requests: Requests = {
  bulkAssign: async (world) => ({
    path: '/v1/bulk/assign',
    body: {
      items: [{ id: (await world.purchaseRequest()).id, version: 1 }],
      assignee_id: (await world.signIn('operator')).id,
    },
  }),
  bulkMove: async (world) => ({
    path: '/v1/bulk/move',
    body: { items: [{ id: (await world.purchaseRequest()).id, version: 1, status: 'in_review' }] },
  }),
  bulkReview: async (world) => ({
    path: '/v1/bulk/review',
    body: {
      items: [{ id: (await world.document('charter')).document.id, version: 1, decision: 'approved' }],
    },
  }),
  bulkMatch: async (world) => ({ path: '/v1/bulk/match', body: { items: [await certainRow(world)] } }),
}

export const changes: Changes = {
  bulkAssign: ['purchase_request.assigned'],
  bulkMove: ['purchase_request.status_changed'],
  bulkReview: ['document.reviewed', 'organization.documents_changed'],
  bulkMatch: [
    'purchase_request.payment_recorded',
    'purchase_request.status_changed',
    'statement_line.matched',
  ],
}
