import type { Changes, Maker, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

const base = '/v1/purchase-requests'
const account = '40702810900000000001'
/** One that no other delivery has. */
const transaction = (world: World) => world.next().toString(16).padStart(64, '0')

const payment = (overrides: object = {}) => ({
  amount: '100.00',
  currency: 'RUB',
  received_at: new Date(Date.now() - 1000).toISOString(),
  reference: 'Платёж 1',
  ...overrides,
})

/** The path of a request for which so much was paid, and the payment. */
async function paid(world: World, overrides: object = {}) {
  const path = `${base}/${(await world.approvedRequest()).id}`
  return { path, payment: await world.call('POST', `${path}/payments`, payment(overrides)) }
}

const refund = { amount: '1', reference: 'R-1', account, reason_code: 'other' }

/** The path of a refund that was recorded. */
async function refunded(world: World): Promise<string> {
  const { path } = await paid(world)
  return `${path}/refunds/${(await world.call('POST', `${path}/refunds`, refund)).id}`
}

/** The path of a delivery of half of what was bought. */
async function delivered(world: World): Promise<string> {
  const { path } = await paid(world)
  const delivery = { tx_hash: transaction(world), amount: '0.5' }
  return `${path}/deliveries/${(await world.call('POST', `${path}/deliveries`, delivery)).id}`
}

/** Money of the organization of an approved request, which came for one that takes none. */
async function credit(world: World) {
  const request = await world.approvedRequest()
  const { id } = await world.call('POST', base, { ...bought, organization_id: request.organization_id })
  const kept = await world.call('POST', `${base}/${id}/payments`, payment())
  return { request, path: `/v1/credits/${kept.id}` }
}

/** The path of a refund of a credit. */
async function refundedCredit(world: World): Promise<string> {
  const { path } = await credit(world)
  await world.call('POST', `${path}/refund`, { amount: '60', reference: 'R-1', account })
  const [{ id }] = (await world.call('GET', `${path}/refunds`)).items
  return `${path}/refunds/${id}`
}

const bought = {
  asset: 'USDT',
  network: 'tron',
  crypto_amount: '1',
  fiat_currency: 'RUB',
  rate: '90',
  accept_rate: true,
}

const list =
  (what: string): Maker =>
  async (world) => ({ path: `${base}/${(await world.purchaseRequest()).id}/${what}` })

const onNew =
  (rest: string, body: () => object): Maker =>
  async (world) => ({ path: `${base}/${(await world.purchaseRequest()).id}${rest}`, body: body() })

const onPaid =
  (rest: string, body: object): Maker =>
  async (world) => ({ path: `${(await paid(world)).path}${rest}`, body })

export const requests: Requests = {
  listQuotes: list('quotes'),
  createQuote: onNew('/quotes', () => ({
    rate: '93',
    accept_rate: true,
    quote_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  })),
  correctPurchaseRequest: onNew('', () => ({ version: 1, comment: 'Исправлено' })),
  readQuote: async (world) => {
    const path = `${base}/${(await world.purchaseRequest()).id}/quotes`
    const [{ id }] = (await world.call('GET', path)).items
    return { path: `${path}/${id}` }
  },
  readPayment: async (world) => {
    const { path, payment } = await paid(world)
    return { path: `${path}/payments/${payment.id}` }
  },
  listPayments: list('payments'),
  createPayment: onNew('/payments', payment),
  acceptPayer: async (world) => {
    const { path, payment } = await paid(world, { payer_inn: '7707083893' })
    return { path: `${path}/payments/${payment.id}/accept-payer`, body: { reason: 'Согласовано' } }
  },
  reversePayment: async (world) => {
    const { path, payment } = await paid(world)
    return { path: `${path}/payments/${payment.id}/reverse`, body: { reason: 'Ошибка' } }
  },
  listRefunds: list('refunds'),
  createRefund: onPaid('/refunds', refund),
  readRefund: async (world) => ({ path: await refunded(world) }),
  reverseRefund: async (world) => ({
    path: `${await refunded(world)}/reverse`,
    body: { reason: 'Ошибка' },
  }),
  listDeliveries: list('deliveries'),
  createDelivery: async (world) => ({
    path: `${(await paid(world)).path}/deliveries`,
    body: { tx_hash: transaction(world), amount: '0.5' },
  }),
  readDelivery: async (world) => ({ path: await delivered(world) }),
  reverseDelivery: async (world) => ({
    path: `${await delivered(world)}/reverse`,
    body: { reason: 'Ошибка' },
  }),
  closeException: async (world) => {
    const { path, payment } = await paid(world, { amount: '92301.08' })
    await world.call('PATCH', `${path}/status`, { status: 'completed', tx_hash: transaction(world) })
    await world.call('POST', `${path}/payments/${payment.id}/reverse`, { reason: 'Ошибка' })
    return { path: `${path}/close-exception`, body: { reason: 'Списано' } }
  },
  moveSurplus: async (world) => ({
    path: `${(await paid(world, { amount: '92400.00' })).path}/move-surplus`,
    body: {},
  }),
  listCreditRefunds: async (world) => ({ path: `${(await credit(world)).path}/refunds` }),
  readCredit: async (world) => ({ path: (await credit(world)).path }),
  readCreditRefund: async (world) => ({ path: await refundedCredit(world) }),
  reverseCreditRefund: async (world) => ({
    path: `${await refundedCredit(world)}/reverse`,
    body: { reason: 'Ошибка' },
  }),
  allocateCredit: async (world) => {
    const { request, path } = await credit(world)
    return { path: `${path}/allocate`, body: { request_id: request.id, amount: '60' } }
  },
  refundCredit: async (world) => ({
    path: `${(await credit(world)).path}/refund`,
    body: { amount: '60', reference: 'R-1', account },
  }),
  exportPayments: async () => ({ path: '/v1/exports/payments?format=xlsx' }),
  exportCredits: async () => ({ path: '/v1/exports/credits?format=xlsx' }),
}

export const changes: Changes = {
  createQuote: ['purchase_request.quoted'],
  correctPurchaseRequest: ['purchase_request.corrected'],
  createPayment: ['credit.recorded'],
  acceptPayer: ['purchase_request.payer_accepted'],
  reversePayment: ['purchase_request.payment_reversed', 'purchase_request.status_changed'],
  createRefund: ['purchase_request.refund_recorded'],
  reverseRefund: ['purchase_request.refund_reversed'],
  createDelivery: ['purchase_request.delivery_recorded'],
  reverseDelivery: ['purchase_request.delivery_reversed'],
  closeException: ['purchase_request.exception_closed'],
  moveSurplus: ['purchase_request.surplus_moved', 'credit.recorded'],
  reverseCreditRefund: ['credit.refund_reversed'],
  allocateCredit: [
    'purchase_request.payment_recorded',
    'purchase_request.status_changed',
    'credit.allocated',
  ],
  refundCredit: ['credit.refunded'],
}
