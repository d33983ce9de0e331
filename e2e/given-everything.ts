import { expect } from 'vitest'
import { samplePng } from '../demo/sample-files.ts'
import { givenPaymentFile } from '../test/payment-files/given-payment-file.ts'
import { mt942 } from '../test/statements/mt-samples.ts'
import { oneC } from '../test/statements/samples.ts'
import { givenAccounts, importFile } from '../test/statements/uploads.ts'
import { form as fileForm } from '../test/support/given/document-uploads.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenCompany } from '../test/support/given/given-paper.ts'
import {
  approve,
  givenBuyer,
  givenRequest,
  pay,
  review,
} from '../test/support/given/given-purchase-request.ts'
import { givenEntry, givenTransfer } from '../test/support/given/given-transfer.ts'
import type { TestServer } from '../test/support/service/harness.ts'
import { acquire, givenTreasury } from '../test/treasury/given-treasury.ts'
import type { Ids } from './dialogs.ts'

/** Records in the states in which every page, dialog and form of the console can be opened. */
export async function givenEverything(server: TestServer): Promise<Ids> {
  const owner = await server.signIn('owner')
  // An organization that is ready for approval, so that all forms can be opened.
  const organization = (await givenBuyer(server, { kyb_status: 'in_review' })).id
  await server.db.deleteFrom('wallets').where('organization_id', '=', organization).execute()
  await server.db.deleteFrom('wallet_seeds').where('organization_id', '=', organization).execute()
  expect((await owner.post(`/v1/organizations/${organization}/wallets/create`)).status).toBe(201)
  const form = new FormData()
  form.set('file', samplePng(), 'scan.png')
  expect((await owner.put(`/v1/organizations/${organization}/documents/charter`, form)).status).toBe(200)

  const buyer = (await givenBuyer(server)).id
  const approved = await givenRequest(owner, buyer, {}, review, approve)
  const paid = await givenRequest(owner, buyer, {}, review, approve, pay)
  const fresh = await givenRequest(owner, organization)
  const webhook = (await owner.post('/v1/webhooks', { url: 'https://example.com/hook' })).body.id
  expect((await owner.post(`/v1/webhooks/${webhook}/test`)).status).toBe(200)
  const empty = (await givenOrganization(server)).id
  const payment = { amount: '10', currency: 'RUB', received_at: new Date().toISOString() }
  const foreign = await givenRequest(owner, buyer, {}, review, approve, pay)
  const more = await owner.post(`/v1/purchase-requests/${foreign.id}/payments`, {
    ...payment,
    payer_inn: '7707083893',
    payer_account: '40702810900000000001',
    reference: 'P-78',
  })
  expect(more.body.kind).toBe('payment')
  const kept = await owner.post(`/v1/purchase-requests/${fresh.id}/payments`, {
    ...payment,
    reference: 'P-79',
  })
  expect(kept.body.kind).toBe('credit')
  const company = (await givenCompany(owner)).id
  await givenAccounts(owner)
  const imported = await importFile(owner, oneC(undefined, { encoding: 'UTF-8' }))
  expect(imported.status).toBe(201)
  const statement = imported.body.id
  const announced = await importFile(owner, mt942())
  expect(announced.status).toBe(201)
  const list = new FormData()
  list.set('list', 'house')
  list.set('file', new File(['id,schema,name\nP1,Person,Гордиенко Захар Лукич\n'], 'list.csv'))
  expect((await owner.post('/v1/screening/lists', list)).status).toBe(201)
  const person = {
    role: 'owner',
    schema: 'Person',
    name: 'Гордиенко Захар Лукич',
    share: '30',
    identity_document: { type: 'passport', number: '45 10 123456' },
  }
  expect((await owner.post(`/v1/organizations/${empty}/people`, person)).status).toBe(201)
  const hit = (await owner.get('/v1/screening/hits')).body.items[0].id
  const invoice = { kind: 'invoice', company_id: company, language: 'ru' }
  expect((await owner.post(`/v1/purchase-requests/${approved.id}/papers`, invoice)).status).toBe(201)
  const treasury = await givenTreasury(server, owner)
  const acquisition = (await acquire(owner, treasury)).id
  const wallet = treasury.wallet('tron')
  const moved = `time,network,wallet,asset,amount,tx_hash\n2026-01-15T09:00:00Z,tron,${wallet.address},USDT,500,${'e'.repeat(64)}\n`
  const chain = fileForm(Buffer.from(moved), {}, 'chain.csv')
  expect((await owner.post('/v1/treasury/chain-statements', chain)).status).toBe(200)
  const chainLine = (await owner.get('/v1/treasury/chain-lines')).body.items[0].id
  const id = treasury.organizationId
  const payer = { id, wallet: treasury.wallet('ethereum'), entry: await givenEntry(owner, id) }
  const transfers = [await givenTransfer(owner, payer), await givenTransfer(owner, payer)]
  const batch = await owner.post('/v1/transfer-batches', {
    transfer_ids: transfers.map(({ id }) => id),
    reason: 'Поставки дня',
  })
  expect(batch.status).toBe(201)
  const paymentFile = await givenPaymentFile(server, owner)
  const rate = { currency: 'CNY', day: '2026-01-15', rate: '11.2359', nominal: 1 }
  expect((await owner.put('/v1/rates', rate)).status).toBe(200)
  const key = await owner.post('/v1/api-keys', { name: 'CRM', scopes: ['requests:read'] })
  expect(key.status).toBe(201)
  return {
    acquisition,
    chainLine,
    transfer: transfers[0]?.id ?? '',
    batch: batch.body.id,
    paymentFile,
    wallet: wallet.id,
    organization,
    buyer,
    empty,
    webhook,
    company,
    statement,
    announcement: announced.body.id,
    hit,
    fresh: fresh.id,
    approved: approved.id,
    paid: paid.id,
    foreign: foreign.id,
  }
}
