import { beforeAll, describe, expect, test } from 'vitest'
import { hash, pathOf, payment, terms } from '../deals/given-deal.ts'
import { oneC } from '../statements/samples.ts'
import { givenAccounts, importFile, newAccount } from '../statements/uploads.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { validInn } from '../support/given/factories.ts'
import {
  approve,
  givenBuyer,
  givenRequest,
  newRequest,
  review,
} from '../support/given/given-purchase-request.ts'
import { type Client, startServer } from '../support/service/harness.ts'
import { hitsOf, type Listed, publish } from './given-lists.ts'

const server = startServer()
let owner: Client
const rows = new Map<string, Listed>([['first', { id: 'first', name: 'Неизвестный Некто Никтович' }]])
const list = (...added: Listed[]) => {
  for (const row of added) rows.set(row.id, row)
  return publish(server, owner, 'own', [...rows.values()])
}
beforeAll(async () => {
  owner = await server.signIn('owner')
})

interface Blocker {
  code: string
  hit_id?: string
  subject_kind?: string
}
const codesOf = (blockers: Blocker[]) => blockers.map(({ code }) => code)
const move = (id: string, body: object) => owner.patch(`${pathOf(id)}/status`, body)
const blockersOfStep = async (id: string, to: string): Promise<Blocker[]> => {
  const { body } = await owner.get(`${pathOf(id)}/next-steps`)
  return body.steps.find((step: { status: string }) => step.status === to).blockers
}
const pay = (id: string, overrides: object = {}) => owner.post(`${pathOf(id)}/payments`, payment(overrides))

test('without a list nothing blocks', async () => {
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review)
  expect(await blockersOfStep(id, 'approved')).toEqual([])
  expect((await move(id, approve)).status).toBe(200)
})

test('an open hit of the organization blocks approval and both ways to deliver, and a dismissed one does not', async () => {
  const inn = validInn(776_000_001)
  const buyer = await givenBuyer(server, { inn })
  const waiting = await givenRequest(owner, buyer.id, terms, review)
  const paid = await givenRequest(owner, buyer.id, terms, review, approve)
  expect((await pay(paid.id)).status).toBe(201)
  await list({ id: 'buyer', schema: 'Company', name: 'Глубинпромснаб', inn })

  // The row of this organization was written past the service: the first look at it enlists it.
  const refused = await move(waiting.id, approve)
  expect(refused).toMatchObject({ status: 409, body: { code: 'approval_blocked' } })
  const [blocker] = refused.body.context.blockers
  expect(blocker).toMatchObject({
    code: 'screening_hit',
    organization_id: buyer.id,
    list: 'own',
    subject_kind: 'organization',
  })
  const complete = { status: 'completed', tx_hash: hash('a') }
  const delivery = { tx_hash: hash('b'), amount: '1' }
  for (const reply of [
    await move(paid.id, complete),
    await owner.post(`${pathOf(paid.id)}/deliveries`, delivery),
  ])
    expect(reply).toMatchObject({ status: 409, body: { context: { blockers: [{ code: 'screening_hit' }] } } })
  expect(codesOf(await blockersOfStep(waiting.id, 'approved'))).toEqual(['screening_hit'])
  expect(codesOf(await blockersOfStep(paid.id, 'completed'))).toEqual(['screening_hit'])

  // A change of the organization writes its hit.
  await owner.patch(`/v1/organizations/${buyer.id}`, { short_name: 'Ромашка' })
  await server.db
    .updateTable('organizations')
    .set({ kyb_status: 'approved' })
    .where('id', '=', buyer.id)
    .execute()
  const [hit] = await hitsOf(owner, buyer.id)
  expect(await blockersOfStep(waiting.id, 'approved')).toMatchObject([{ hit_id: hit.id, subject: 'Ромашка' }])
  await owner.patch(`/v1/screening/hits/${hit.id}`, { status: 'dismissed', reason: 'Another company' })
  expect((await move(waiting.id, approve)).status).toBe(200)
  expect((await owner.post(`${pathOf(paid.id)}/deliveries`, delivery)).status).toBe(201)
  expect((await move(paid.id, complete)).status).toBe(200)
})

describe('a listed address blocks in every spelling', () => {
  const ton = '0:c113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe'
  const spellings: [network: string, asset: string, listed: string, ...asked: string[]][] = [
    [
      'ethereum',
      'USDT',
      '0xde709f2102306220921060314715629080e2fb77',
      '0xde709f2102306220921060314715629080e2fb77',
      '0xDE709F2102306220921060314715629080E2FB77',
    ],
    [
      'bitcoin',
      'BTC',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    ],
    ['tron', 'USDT', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'],
    ['ton', 'TON', ton, ton, 'EQDBE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_r71'],
  ]
  test.each(chosen(2, spellings))('%s', async (network, asset, listed, ...asked) => {
    const buyer = await givenBuyer(server)
    const wanted = asked.map((address) =>
      newRequest(buyer.id, { ...terms, network, asset, destination_address: address }),
    )
    const early = []
    for (const body of wanted) early.push(await owner.post('/v1/purchase-requests', body))
    await list({
      id: `address-${network}`,
      schema: 'Person',
      name: `Владелец ${network}`,
      crypto_addresses: listed,
    })
    const late = []
    for (const body of wanted) late.push(await owner.post('/v1/purchase-requests', body))
    for (const { status, body } of [...early, ...late]) {
      expect({ status, body }).toMatchObject({ status: 201 })
      await move(body.id, review)
      const blockers = await blockersOfStep(body.id, 'approved')
      expect(blockers).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ code: 'screening_hit', subject_kind: 'address' })]),
      )
      const refused = await move(body.id, approve)
      expect(codesOf(refused.body.context.blockers)).toContain('screening_hit')
      expect(
        refused.body.context.blockers.find(({ code }: Blocker) => code === 'screening_hit').hit_id,
      ).toBeTruthy()
    }
    const hits = await hitsOf(owner, buyer.id)
    expect(hits.map(({ reasons }) => reasons[0].code)).toEqual(hits.map(() => 'address_equal'))
    expect(hits).toHaveLength(early.length + late.length)
  })
})

test.runIf(isFull)('another destination does not lift the hit of the first', async () => {
  const listed = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'
  await list({ id: 'moved', schema: 'Person', name: 'Владелец кошелька', crypto_addresses: listed })
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, { ...terms, destination_address: listed })
  expect(await hitsOf(owner, buyer.id)).toMatchObject([{ status: 'open', subject: { kind: 'address', id } }])
  const other = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'
  rows.delete('address-tron')
  await list()
  const corrected = await owner.patch(pathOf(id), { version: 1, destination_address: other })
  expect(corrected.status).toBe(200)
  expect(await hitsOf(owner, buyer.id)).toMatchObject([
    { status: 'open', reopened_because: ['party_renamed'], subject: { name: listed } },
  ])
  expect((await move(id, review)).status).toBe(200)
  expect(codesOf((await move(id, approve)).body.context.blockers)).toContain('screening_hit')
  // Nothing is sent there any more, which a person says; if the address comes back, so does the hit.
  const [hit] = await hitsOf(owner, buyer.id)
  expect(
    await owner.patch(`/v1/screening/hits/${hit.id}`, { status: 'closed', reason: 'Another destination' }),
  ).toMatchObject({ status: 200, body: { status: 'closed', closed_reason: 'subject_changed' } })
  expect((await move(id, approve)).status).toBe(200)
})

describe('payers', () => {
  const inn = validInn(777_000_001)
  beforeAll(async () => {
    await list({ id: 'payer', schema: 'Company', name: 'Тёмноречьтранс', inn })
  })

  test('a listed payer blocks the delivery, also after the payment was reversed, until somebody decides', async () => {
    const buyer = await givenBuyer(server)
    const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
    const { body } = await pay(id, { payer_inn: inn })
    const accepted = await owner.post(`${pathOf(id)}/payments/${body.id}/accept-payer`, { reason: 'Known' })
    expect(accepted.status).toBe(200)
    expect(await hitsOf(owner, buyer.id)).toMatchObject([
      { status: 'open', subject: { kind: 'payer', id: body.id } },
    ])
    expect(codesOf(await blockersOfStep(id, 'completed'))).toEqual(['screening_hit'])
    expect((await owner.get(`/v1/organizations/${buyer.id}/screening`)).body.parties).toMatchObject([
      { kind: 'payer', state: 'hit' },
    ])
    expect(
      (await owner.post(`${pathOf(id)}/payments/${body.id}/reverse`, { reason: 'Sent back' })).status,
    ).toBe(200)
    const [kept] = await hitsOf(owner, buyer.id)
    expect(kept).toMatchObject({ status: 'open', reopened_because: ['party_removed'] })
    expect((await pay(id, { reference: 'P-2' })).status).toBe(201)
    expect(codesOf(await blockersOfStep(id, 'completed'))).toEqual(['screening_hit'])
    const decision = { status: 'dismissed', reason: 'The money was sent back' }
    expect((await owner.patch(`/v1/screening/hits/${kept.id}`, decision)).status).toBe(200)
    expect(await blockersOfStep(id, 'completed')).toEqual([])
  })

  test.runIf(isFull)(
    'the confirmed hit of a payer whose payment was reversed is closed without saying that it was somebody else',
    async () => {
      const buyer = await givenBuyer(server)
      const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
      const paid = (await pay(id, { payer_inn: inn })).body
      const [hit] = await hitsOf(owner, buyer.id)
      const decide = (body: object) => owner.patch(`/v1/screening/hits/${hit.id}`, body)
      expect(await decide({ status: 'closed', reason: 'Sent back' })).toMatchObject({
        status: 409,
        body: { code: 'screening_hit_not_closable', context: { status: 'open' } },
      })
      expect((await decide({ status: 'confirmed', reason: 'It is them' })).status).toBe(200)
      expect(
        (await owner.post(`${pathOf(id)}/payments/${paid.id}/reverse`, { reason: 'Sent back' })).status,
      ).toBe(200)
      expect((await pay(id, { reference: 'P-3' })).status).toBe(201)
      // Confirmed once more: what is known of the match stays, and the way out too.
      expect((await decide({ status: 'confirmed', reason: 'It was them' })).status).toBe(200)
      await server.db
        .updateTable('organizations')
        .set({ kyb_status: 'approved' })
        .where('id', '=', buyer.id)
        .execute()
      expect((await owner.get(`/v1/screening/hits/${hit.id}`)).body).toMatchObject({
        status: 'confirmed',
        is_blocking: true,
        is_closable: true,
      })
      expect(codesOf(await blockersOfStep(id, 'completed'))).toContain('screening_hit')
      expect((await decide({ status: 'closed' })).status).toBe(422)
      expect(await decide({ status: 'closed', reason: 'The money was sent back' })).toMatchObject({
        status: 200,
        body: {
          status: 'closed',
          closed_reason: 'subject_removed',
          reason: 'The money was sent back',
          decided_by: owner.id,
          is_blocking: false,
          is_closable: false,
        },
      })
      expect(codesOf(await blockersOfStep(id, 'completed'))).not.toContain('screening_hit')
      expect((await owner.get(`/v1/organizations/${buyer.id}`)).body.kyb_status).toBe('approved')
      expect((await decide({ status: 'open' })).body.code).toBe('screening_hit_closed')
    },
  )

  test('a bank statement brings the name of the payer', async () => {
    await givenAccounts(owner)
    const buyer = await givenBuyer(server)
    const { id, number } = await givenRequest(owner, buyer.id, terms, review, approve)
    const entered = await pay(id, { reference: '417', received_at: '2026-01-30T00:00:00Z' })
    expect(entered.status).toBe(201)
    expect(await hitsOf(owner, buyer.id)).toEqual([])
    const party = { name: 'АО «Тёмноречьтранс»', account: '40702810400000067890' }
    const line = {
      number: '417',
      on: '2026-01-30',
      amount: '1010.00',
      purpose: number,
      party,
      to: newAccount(),
    }
    const imported = await importFile(owner, oneC([line], { encoding: 'UTF-8' }))
    const { body } = await owner.get(`/v1/statements/${imported.body.id}/lines`)
    const items = [{ request_id: id, amount: '1010.00' }]
    const matched = await owner.post(`/v1/statement-lines/${body.items[0].id}/match`, { items })
    expect(matched.status).toBe(200)
    expect(await hitsOf(owner, buyer.id)).toMatchObject([
      { subject: { kind: 'payer', id: entered.body.id, name: party.name }, entry: { id: 'payer' } },
    ])
    // Money of nobody's request is a credit, whose payer is compared as well.
    const more = { ...line, number: '418', amount: '50.00' }
    const second = await importFile(owner, oneC([more], { encoding: 'UTF-8' }))
    const lines = await owner.get(`/v1/statements/${second.body.id}/lines`)
    const credit = [{ organization_id: buyer.id, amount: '50.00' }]
    expect(
      (await owner.post(`/v1/statement-lines/${lines.body.items[0].id}/match`, { items: credit })).status,
    ).toBe(200)
    expect(await hitsOf(owner, buyer.id)).toHaveLength(2)
  })

  test('the payer of a credit blocks the request that is paid with it', async () => {
    const buyer = await givenBuyer(server)
    const cancelled = await givenRequest(owner, buyer.id, terms, {
      status: 'cancelled',
      reason_code: 'customer_request',
    })
    const kept = await pay(cancelled.id, { payer_inn: inn })
    expect(kept.body.kind).toBe('credit')
    const { id } = await givenRequest(owner, buyer.id, terms, review, approve)
    const allocated = await owner.post(`/v1/credits/${kept.body.id}/allocate`, {
      request_id: id,
      amount: '1010.00',
    })
    expect(allocated.status).toBe(200)
    expect(codesOf(await blockersOfStep(id, 'completed'))).toContain('screening_hit')
    expect(await hitsOf(owner, buyer.id)).toHaveLength(1)
  })
})

test('a list that was not imported for too long blocks', async () => {
  const buyer = await givenBuyer(server)
  const { id } = await givenRequest(owner, buyer.id, terms, review)
  const paid = await givenRequest(owner, buyer.id, terms, review, approve)
  expect((await pay(paid.id)).status).toBe(201)
  await server.db
    .updateTable('screening_lists')
    .set({ checked_at: new Date(Date.now() - 31 * 86_400_000) })
    .execute()
  const refused = await move(id, approve)
  expect(refused.body.context.blockers).toMatchObject([{ code: 'screening_stale', list: 'own' }])
  expect((await owner.get(`/v1/organizations/${buyer.id}/screening`)).body.is_stale).toBe(true)
  const deliver = () => owner.post(`${pathOf(paid.id)}/deliveries`, { tx_hash: hash('c'), amount: '1' })
  expect(await deliver()).toMatchObject({
    status: 409,
    body: { context: { blockers: [{ code: 'screening_stale', list: 'own' }] } },
  })
  expect(codesOf(await blockersOfStep(paid.id, 'completed'))).toContain('screening_stale')
  // Unchanged, but looked at again.
  await list()
  expect((await move(id, approve)).status).toBe(200)
  expect((await deliver()).status).toBe(201)
})
