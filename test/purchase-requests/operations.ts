import { type Changes, ofRequest, type Requests } from '../fuzz/makers.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'

export const requests: Requests = {
  findPurchaseRequestByNumber: async (world) => ({
    path: `/v1/purchase-requests/by-number?number=${(await world.purchaseRequest()).number}`,
  }),
  findPurchaseRequestByExternalId: async (world) => {
    const external_id = `Внешний/${world.next()}-${Date.now()}`
    const body = newRequest(await world.organization(), { external_id })
    await world.call('POST', '/v1/purchase-requests', body)
    return { path: `/v1/purchase-requests/by-external-id?${new URLSearchParams({ external_id })}` }
  },
  readPurchaseRequest: ofRequest(''),
  updatePurchaseRequestStatus: ofRequest('/status', { status: 'in_review', version: 1 }),
  createPurchaseRequest: async (world) => ({
    path: '/v1/purchase-requests',
    body: newRequest(await world.organization()),
  }),
  readPurchaseRequestNextSteps: ofRequest('/next-steps'),
  listPurchaseRequestHistory: ofRequest('/history'),
  assignPurchaseRequest: async (world) => ({
    path: `/v1/purchase-requests/${(await world.purchaseRequest()).id}/assignee`,
    body: { assignee_id: (await world.signIn('operator')).id },
  }),
}

export const changes: Changes = {
  createPurchaseRequest: ['purchase_request.created'],
  updatePurchaseRequestStatus: ['purchase_request.status_changed'],
  assignPurchaseRequest: ['purchase_request.assigned'],
}
