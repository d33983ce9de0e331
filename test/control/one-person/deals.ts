import { createHash } from 'node:crypto'
import type { Role } from '../../../contract/api/roles.ts'
import { listOf } from '../../screening/given-lists.ts'
import { importList } from '../../screening/list-uploads.ts'
import { oneC, client as payer, rubles } from '../../statements/samples.ts'
import { importFile } from '../../statements/uploads.ts'
import { fc } from '../../support/cases/properties.ts'
import { pdf } from '../../support/files/document-samples.ts'
import { slotPath, upload } from '../../support/given/document-uploads.ts'
import { givenOrganization } from '../../support/given/factories.ts'
import { approve, givenRequest, review } from '../../support/given/given-purchase-request.ts'
import type { Client } from '../../support/service/harness.ts'
import { withVotes } from './accounts.ts'
import { newEmail } from './hand.ts'
import { any, step } from './step.ts'
import { attempt, colleague, nowOf, pick, sessionOf, type World } from './world.ts'

/** Ordinary work: of the person, of a key of theirs, or of somebody honest. */
async function worker(
  world: World,
  index: number,
  role: Role,
): Promise<{ client: Client; by: 'honest' | 'own' } | undefined> {
  const own = [sessionOf(world, index), ...world.keys.map(({ client }) => client)].filter(
    (client) => client !== undefined,
  )
  const chosen = pick([...own, undefined], index)
  if (chosen) return { client: chosen, by: 'own' }
  const honest = await colleague(world, role)
  return honest && { client: honest, by: 'honest' }
}

export const uploadDocument = step('upload a document', any, async (world, index) => {
  const work = await worker(world, index, 'officer')
  if (!work) return
  const organization = await givenOrganization(world.server)
  const { status } = await upload(work.client, organization, 'charter', pdf())
  if (status === 200) world.document = { organization, by: work.by, isDone: false }
})

export const reviewDocument = step('review the document', any, async (world, by) => {
  const [client, { document }] = [sessionOf(world, by), world]
  if (!client || !document || document.isDone) return
  const path = `${slotPath(document.organization, 'charter')}/review`
  const intended = { act: 'document.review', key: path, did: { uploaded: document.by } } as const
  const { status } = await attempt(world, client, intended, (headers) =>
    client.patch(path, { decision: 'approved', version: 1 }, headers),
  )
  if (status === 200) document.isDone = true
})

const amounts = fc.record({
  currency: fc.constantFrom('RUB', 'USD', 'EUR'),
  value: fc.constantFrom('1.00', '9.99', '400.00', '800.00', '1200.00', '300000000.00'),
})

export const createRequest = step('create a request', fc.tuple(any, any, amounts), makeRequest)

type Amount = { currency: string; value: string }

async function makeRequest(world: World, [first, then, amount]: [number, number, Amount]): Promise<void> {
  const creator = await worker(world, first, 'officer')
  if (!creator) return
  const { currency, value } = amount
  const fields = { fiat_currency: currency, crypto_amount: value, rate: '1', fee_amount: '0' }
  const made = await givenRequest(creator.client, world.buyerId, fields).catch(() => undefined)
  const reviewer = await worker(world, then, 'officer')
  if (!made || !reviewer) return
  const taken = await reviewer.client.patch(`/v1/purchase-requests/${made.id}/status`, review)
  if (taken.status !== 200) return
  const did = { created: creator.by, took_into_review: reviewer.by }
  const paidAt = new Date(nowOf(world)).toISOString()
  world.requests.push({ id: made.id, amount, did, isDone: false, paidAt })
}

export const approveRequest = step('approve a request', fc.tuple(any, any), approveOne)

async function approveOne(world: World, [by, which]: [number, number]): Promise<void> {
  const client = sessionOf(world, by)
  const request = pick(
    world.requests.filter(({ isDone }) => !isDone),
    which,
  )
  if (!client || !request) return
  const { amount, did } = request
  const intended = {
    act: 'request.approve',
    key: request.id,
    organizationId: world.buyerId,
    amount,
    did,
  } as const
  const { status } = await attempt(world, client, intended, (headers) =>
    client.patch(`/v1/purchase-requests/${request.id}/status`, approve, headers),
  )
  if (status === 200) request.isDone = true
}

/** Colleagues approve as well, so that there is something to pay. */
export const honestApproval = step('somebody honest approves a request', any, approveHonestly)

async function approveHonestly(world: World, which: number): Promise<void> {
  const request = pick(
    world.requests.filter(({ isDone }) => !isDone),
    which,
  )
  const by = request && (await colleague(world, 'officer'))
  const reply = await by?.patch(`/v1/purchase-requests/${request?.id}/status`, approve)
  if (request && reply?.status === 200) request.isDone = true
}

/** A session of the person, or one of their keys. */
function ownHand(world: World, index: number): Client | undefined {
  const all = [sessionOf(world, index), ...world.keys.map(({ client }) => client)]
  return pick(
    all.filter((client) => client !== undefined),
    index,
  )
}

export const recordMoney = step('record money', fc.tuple(any, any, fc.nat(2), fc.boolean()), payOne)

async function payOne(
  world: World,
  [by, which, number, isStatus]: [number, number, number, boolean],
): Promise<void> {
  const [client, request] = [ownHand(world, by), pick(world.requests, which)]
  if (!client || !request) return
  const { amount, paidAt, id } = request
  const path = `/v1/purchase-requests/${id}`
  const reference = `P-${number}`
  const { version } = await world.server.db
    .selectFrom('purchase_requests')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reply = await attempt(
    world,
    client,
    { act: 'payment.record', key: `pay ${id} ${reference}`, organizationId: world.buyerId, amount },
    (headers) => {
      if (!isStatus) {
        const body = { amount: amount.value, currency: amount.currency, reference, received_at: paidAt }
        return client.post(`${path}/payments`, body, headers)
      }
      const paid = { status: 'paid', payment_reference: reference, received_amount: amount.value }
      return client.patch(`${path}/status`, { ...paid, received_at: paidAt }, headers)
    },
    // Setting the same payment again changes nothing.
    { isEffect: ({ body }) => !isStatus || body.version > version },
  )
  if (reply.status === 201 && reply.body.kind === 'credit')
    world.credits.push({ id: reply.body.id, currency: amount.currency })
}

export const allocate = step('allocate a credit', fc.tuple(any, any), async (world, [by, which]) => {
  const [client, credit] = [ownHand(world, by), pick(world.credits, which)]
  const request = world.requests.find(({ isDone, amount }) => isDone && amount.currency === credit?.currency)
  if (!client || !credit || !request) return
  const amount = { currency: credit.currency, value: '1.00' }
  const intended = {
    act: 'credit.allocate',
    key: `allocate ${credit.id} ${request.id}`,
    organizationId: world.buyerId,
    amount,
  } as const
  await attempt(world, client, intended, (headers) =>
    client.post(`/v1/credits/${credit.id}/allocate`, { request_id: request.id, amount: '1.00' }, headers),
  )
})

export const importStatement = step(
  'import a statement',
  fc.tuple(any, fc.nat(3)),
  async (world, [by, number]) => {
    const client = ownHand(world, by)
    if (!client) return
    const value = ['100.00', '400.00', '600.00', '1500.00'][number] as string
    const on = '2026-01-30'
    // Each world has files of its own.
    const purpose = `Оплата ${world.hand[0]?.email}`
    const line = { number: String(number), on, amount: value, to: rubles, party: payer, purpose }
    const intended = {
      act: 'statement.import',
      key: `statement ${number}`,
      amount: { currency: 'RUB', value },
    } as const
    await attempt(world, client, intended, (headers) => importFile(client, oneC([line]), { headers }))
  },
)

export const completeRequest = step('deliver', fc.tuple(any, any), deliver)

async function deliver(world: World, [by, which]: [number, number]): Promise<void> {
  const client = ownHand(world, by)
  const request = pick(
    world.requests.filter(({ isDone }) => isDone),
    which,
  )
  if (!client || !request) return
  const intended = {
    act: 'request.complete',
    key: `complete ${request.id}`,
    organizationId: world.buyerId,
    amount: request.amount,
  } as const
  const { body } = await client.get(`/v1/purchase-requests/${request.id}`)
  const tx_hash = createHash('sha256').update(request.id).digest('hex')
  const completed = { status: 'completed', tx_hash }
  // Once more, which changes nothing, is no act.
  await attempt(
    world,
    client,
    intended,
    (headers) => client.patch(`/v1/purchase-requests/${request.id}/status`, completed, headers),
    { isEffect: () => body.status !== 'completed' },
  )
}

/** A whole deal, for which others vote where they are asked: each vote is for one act. */
export const deal = step(
  'do a deal',
  fc.tuple(any, amounts, fc.boolean()),
  async (world, [by, amount, isStatus]) => {
    const before = world.requests.length
    await makeRequest(world, [by, by, amount])
    const request = world.requests[before]
    if (!request) return
    const others = world.requests
    world.requests = [request]
    await withVotes(world, async () => {
      await approveOne(world, [by, 0])
      await approveHonestly(world, 0)
      await payOne(world, [by, 0, 0, isStatus])
      await deliver(world, [by, 0])
    })
    // The votes are used up.
    await payOne(world, [by, 0, 1, false])
    await takeBackOne(world, [by, 0, isStatus])
    world.requests = others
  },
)

export const takeBack = step('reverse', fc.tuple(any, any, fc.boolean()), takeBackOne)

/** Reverses the newest delivery or payment. */
async function takeBackOne(world: World, [by, which, isDelivery]: [number, number, boolean]): Promise<void> {
  const [client, request] = [sessionOf(world, by), pick(world.requests, which)]
  if (!client || !request) return
  const path = `/v1/purchase-requests/${request.id}/${isDelivery ? 'deliveries' : 'payments'}`
  const [fact] = (await client.get(path)).body.items ?? []
  if (!fact) return
  const act = isDelivery ? 'delivery.reverse' : 'payment.reverse'
  await attempt(world, client, { act, key: `${act} ${fact.id}` }, (headers) =>
    client.post(`${path}/${fact.id}/reverse`, { reason: 'Ошибка' }, headers),
  )
}

/** A list of one name that nobody has. */
export const importNames = step('import a sanctions list', any, async (world, by) => {
  const client = sessionOf(world, by)
  if (!client) return
  const rows = [{ id: newEmail(), name: 'Квистгард Торвальд' }]
  const intended = { act: 'screening.import', key: String(rows[0]?.id) } as const
  await attempt(world, client, intended, (headers) =>
    importList(client, 'walk', { 'list.csv': listOf(rows) }, { force: 'true', headers }),
  )
})

export const saveWebhook = step('save a webhook', fc.tuple(any, fc.nat(2)), async (world, [by, which]) => {
  const client = ownHand(world, by)
  if (!client) return
  const url = `https://hooks.example.com/${which}`
  await attempt(world, client, { act: 'webhook.save', key: url }, (headers) =>
    client.post('/v1/webhooks', { url }, headers),
  )
})
