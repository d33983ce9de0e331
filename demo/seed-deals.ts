import {
  allocateCredit,
  correctPurchaseRequest,
  createDelivery,
  createPayment,
  createQuote,
  createRefund,
} from '../contract/operations/purchase-requests/deals.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests/purchase-requests.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { PurchaseRequestResponse } from '../contract/purchase-requests/purchase-requests.ts'
import type { Client } from './client.ts'

const days = 24 * 3600 * 1000
const account = '40702810900000012345'

export interface Desk {
  officer: Client
  operator: Client
}

/**
 * Requests whose money comes and goes in pieces, and money that belongs to none of them. Returns the number of the one
 * that is paid in two parts.
 */
export async function seedDeals(
  desk: Desk,
  [first, second, third, fourth]: OrganizationResponse[],
): Promise<string> {
  if (!first || !second || !third || !fourth) throw new Error('Four organizations are needed.')
  const { officer, operator } = desk
  const inTwoParts = await approved(desk, first, '4000')
  await pay(operator, inTwoParts, 'П-2001', '200000.00', { payer_inn: first.inn })
  await pay(operator, inTwoParts, 'П-2002', '192150.00', { payer_inn: first.inn })
  await deliver(operator, inTwoParts, '1500', 'c')

  const partial = await approved(desk, second, '2000')
  await pay(operator, partial, 'П-2003', '150000.00')

  const over = await approved(desk, third, '1000')
  await pay(officer, over, 'П-2004', '120000.00', { accept_overpayment: true, payer_account: account })
  await officer.call(createRefund, {
    params: { request_id: over.id },
    body: { amount: '10000.00', reference: 'В-31', account, reason_code: 'customer_request' },
  })

  const foreign = await approved(desk, fourth, '1500')
  await pay(operator, foreign, 'П-2005', '147150.00', { payer_inn: first.inn, payer_account: account })

  const requoted = await asked(operator, first, '6000')
  await operator.call(createQuote, {
    params: { request_id: requoted.id },
    body: { rate: '97.4', quote_expires_at: new Date(Date.now() + days).toISOString() },
  })
  await operator.call(correctPurchaseRequest, {
    params: { request_id: requoted.id },
    body: { version: requoted.version + 1, crypto_amount: '5500', comment: 'Клиент уменьшил сумму' },
  })

  const cancelled = await asked(operator, second, '700')
  await operator.call(updatePurchaseRequestStatus, {
    params: { request_id: cancelled.id },
    body: { status: 'cancelled', reason_code: 'customer_request' },
  })
  await pay(operator, cancelled, 'П-2006', '68750.00', { payer_inn: second.inn })
  const kept = await pay(operator, cancelled, 'П-2007', '30000.00', { payer_inn: second.inn })
  await operator.call(allocateCredit, {
    params: { credit_id: kept.id },
    body: { request_id: partial.id, amount: '12000.00' },
  })
  return inTwoParts.number
}

function asked(
  operator: Client,
  organization: OrganizationResponse,
  crypto_amount: string,
): Promise<PurchaseRequestResponse> {
  return operator.call(createPurchaseRequest, {
    body: {
      organization_id: organization.id,
      asset: 'USDT',
      network: 'tron',
      crypto_amount,
      fiat_currency: 'RUB',
      rate: '98',
      fee_amount: '150',
      quote_expires_at: new Date(Date.now() + 2 * days).toISOString(),
    },
  })
}

export async function approved(
  { officer, operator }: Desk,
  organization: OrganizationResponse,
  crypto_amount: string,
): Promise<PurchaseRequestResponse> {
  const request = await asked(operator, organization, crypto_amount)
  const params = { request_id: request.id }
  await operator.call(updatePurchaseRequestStatus, { params, body: { status: 'in_review' } })
  return officer.call(updatePurchaseRequestStatus, { params, body: { status: 'approved' } })
}

function pay(
  client: Client,
  request: PurchaseRequestResponse,
  reference: string,
  amount: string,
  more: { payer_inn?: string | null; payer_account?: string; accept_overpayment?: boolean } = {},
) {
  return client.call(createPayment, {
    params: { request_id: request.id },
    body: { amount, currency: 'RUB', received_at: new Date().toISOString(), reference, ...more },
  })
}

function deliver(client: Client, request: PurchaseRequestResponse, amount: string, digit: string) {
  return client.call(createDelivery, {
    params: { request_id: request.id },
    body: { tx_hash: digit.repeat(64), amount },
  })
}
