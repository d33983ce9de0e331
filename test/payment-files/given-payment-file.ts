import { givenCompany } from '../support/given/given-paper.ts'
import { approve, givenBuyer, givenRequest, review } from '../support/given/given-purchase-request.ts'
import type { Client, TestServer } from '../support/service/harness.ts'
import { receiver, today } from './operations.ts'

let made = 0

/** A file with one order, and the id of it. Its company has an account in roubles that no other test relies on. */
export async function givenPaymentFile(server: TestServer, owner: Client): Promise<string> {
  made += 1
  const company = await givenCompany(owner)
  const buyer = await givenBuyer(server)
  await owner.patch(`/v1/organizations/${buyer.id}`, {
    bank_details: { ...receiver, bank_name: 'АО «Пример Банк»' },
  })
  const request = await givenRequest(owner, buyer.id, {}, review, approve)
  const path = `/v1/purchase-requests/${request.id}`
  await owner.post(`${path}/payments`, {
    amount: request.total_amount,
    currency: 'RUB',
    payer_name: 'ООО «Ромашка»',
    received_at: new Date().toISOString(),
    reference: `RF-${made}`,
  })
  const refund = await owner.post(`${path}/refunds`, {
    amount: '100.00',
    reference: `RF-${made}`,
    account: receiver.settlement_account,
    reason_code: 'customer_request',
  })
  const { body, status } = await owner.post('/v1/payment-files', {
    account: company.bank_accounts[0]?.settlement_account,
    day: today(),
    refund_ids: [refund.body.id],
  })
  if (status !== 201) throw new Error(`not made: ${JSON.stringify(body)}`)
  return body.id
}
