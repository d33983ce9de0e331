import type { Changes, Requests } from '../fuzz/makers.ts'
import type { World } from '../fuzz/world.ts'

/** An account in roubles that fits the bank of its organization. */
export const receiver = { settlement_account: '40702810100000000077', bik: '044525999' }
export const today = () => new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

/** A refund that waits to be paid, of money that came for no request. */
async function refund(world: World) {
  const organization = await world.organization()
  await world.call('PATCH', `/v1/organizations/${organization}`, {
    bank_details: { ...receiver, bank_name: 'АО «Пример Банк»' },
  })
  const request = await world.approvedRequest()
  const [paid, amount] = [request.total_amount, '100.00']
  const path = `/v1/purchase-requests/${request.id}`
  await world.call('PATCH', `/v1/organizations/${request.organization_id}`, {
    bank_details: { ...receiver, bank_name: 'АО «Пример Банк»' },
  })
  await world.call('POST', `${path}/payments`, {
    amount: paid,
    currency: 'RUB',
    payer_name: 'ООО «Ромашка»',
    received_at: new Date().toISOString(),
    reference: `${world.next()}`,
  })
  return world.call('POST', `${path}/refunds`, {
    amount,
    reference: `${world.next()}`,
    account: receiver.settlement_account,
    reason_code: 'customer_request',
  })
}

async function body(world: World) {
  const { settlement_account: account } = (await world.deskCompany()).bank_accounts[0]
  return { account, day: today(), refund_ids: [(await refund(world)).id] }
}

const made = async (world: World, rest = '') =>
  `/v1/payment-files/${(await world.call('POST', '/v1/payment-files', await body(world))).id}${rest}`

export const requests: Requests = {
  listRefundsToPay: async (world) => {
    const { account, day } = await body(world)
    return { path: `/v1/refunds-to-pay?account=${account}&day=${day}` }
  },
  createPaymentFile: async (world) => ({ path: '/v1/payment-files', body: await body(world) }),
  readPaymentFile: async (world) => ({ path: await made(world) }),
  downloadPaymentFile: async (world) => ({ path: await made(world, '/content') }),
  voidPaymentFile: async (world) => ({
    path: await made(world, '/void'),
    body: { reason: 'Банк не принял файл' },
  }),
}

export const changes: Changes = {
  createPaymentFile: ['payment_file.created'],
  voidPaymentFile: ['payment_file.voided'],
}
