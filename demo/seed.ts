import type { Role } from '../contract/api/roles.ts'
import { createWebhook } from '../contract/operations/events/webhooks.ts'
import { reviewDocument } from '../contract/operations/organizations/documents.ts'
import {
  createOrganization,
  listOrganizations,
  readOrganization,
  updateOrganization,
} from '../contract/operations/organizations/organizations.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests/purchase-requests.ts'
import { createPurchaseRequestComment } from '../contract/operations/work/comments.ts'
import { requiredKinds } from '../contract/organizations/documents.ts'
import type {
  KybStatus,
  OrganizationResponse,
  UpdateOrganizationRequest,
} from '../contract/organizations/organizations.ts'
import type { UpdatePurchaseRequestStatusBody } from '../contract/purchase-requests/purchase-requests.ts'
import { signIn } from './client.ts'
import { companies } from './companies.ts'
import { longstanding, ofToday } from './history.ts'
import { type Instance, owner } from './instance.ts'
import { seedBanks } from './seed-banks.ts'
import { seedDeals } from './seed-deals.ts'
import { seedDesk } from './seed-desk.ts'
import { seedRates } from './seed-rates.ts'
import { seedScreening } from './seed-screening.ts'
import { seedTransfers } from './seed-transfers.ts'
import { seedTreasury } from './seed-treasury.ts'
import { type Clients, emailOf } from './team.ts'
import { uploadDocument } from './upload-document.ts'

/** What happens today: companies in every state, requests in every state, their money, and hits. */
export async function seed({ url }: Pick<Instance, 'url'>): Promise<{ numbers: Numbers; transfer: string }> {
  const of = (role: Role) => signIn(url, { email: emailOf(role) ?? owner.email, password: owner.password })
  const clients: Clients = {
    owner: await of('owner'),
    officer: await of('officer'),
    operator: await of('operator'),
  }
  const ready: OrganizationResponse[] = []
  for (const { inn } of companies.slice(0, longstanding)) {
    const { items } = await clients.operator.call(listOrganizations, { query: { q: inn ?? '' } })
    ready.push(...items)
  }
  const today: OrganizationResponse[] = []
  for (const body of companies.slice(longstanding, longstanding + ofToday))
    today.push(await clients.operator.call(createOrganization, { body }))
  const [pending, mixed, rejected, suspended, fresh] = today as [
    OrganizationResponse,
    OrganizationResponse,
    OrganizationResponse,
    OrganizationResponse,
    OrganizationResponse,
  ]
  await fillSlots(clients, pending, 'pending')
  await decide(clients, pending, ['in_review'])
  await fillSlots(clients, mixed, 'mixed')
  await decide(clients, mixed, ['in_review'])
  await decide(clients, rejected, ['in_review', 'rejected'])
  await fillSlots(clients, suspended, 'approved')
  await decide(clients, suspended, ['in_review', 'approved', 'suspended'])
  await uploadDocument(clients.operator, fresh, 'inn-certificate')
  const blocked = await seedRequests(clients, ready, pending)
  const deal = await seedDeals(clients, ready)
  await seedDesk(clients, ready)
  await seedTreasury(clients, ready)
  await seedScreening(clients, pending, mixed)
  await seedBanks(clients.owner)
  await seedRates(clients.owner)
  await clients.owner.call(createWebhook, {
    body: { url: 'https://example.com/kontor', description: 'Бухгалтерия' },
  })
  const transfer = await seedTransfers(clients.owner, ready[0])
  return { numbers: { blocked, deal }, transfer }
}

/** Requests that are worth a look: one that cannot be approved yet, and one whose money came in parts. */
interface Numbers {
  blocked: string
  deal: string
}

async function fillSlots(
  clients: Clients,
  organization: OrganizationResponse,
  how: 'approved' | 'pending' | 'mixed',
): Promise<void> {
  for (const [index, kind] of requiredKinds(organization.type).entries()) {
    if (how === 'mixed' && index === 4) continue
    // What proves who represents them ends one day.
    const endsSoon = how === 'approved' && kind === 'kyc-representative'
    await uploadDocument(clients.operator, organization, kind, endsSoon ? inDays(12) : undefined)
    const decision =
      how === 'approved' || (how === 'mixed' && index < 2)
        ? 'approved'
        : how === 'mixed' && index === 2
          ? 'rejected'
          : null
    if (decision === null) continue
    await clients.officer.call(reviewDocument, {
      params: { organization_id: organization.id, kind },
      body: {
        version: 1,
        decision,
        ...(decision === 'rejected' && { reason_code: 'bad_quality', comment: 'Не видна печать' }),
      },
    })
  }
}

async function decide(clients: Clients, { id }: OrganizationResponse, statuses: KybStatus[]): Promise<void> {
  for (const kyb_status of statuses) {
    const { version } = await clients.officer.call(readOrganization, { params: { organization_id: id } })
    const against = kyb_status === 'rejected' || kyb_status === 'suspended'
    const body: UpdateOrganizationRequest = {
      kyb_status,
      version,
      ...(against && { kyb_reason: 'Расхождение в сведениях о бенефициарах' }),
    }
    await clients.officer.call(updateOrganization, { params: { organization_id: id }, body })
  }
}

const days = 24 * 3600 * 1000
const inDays = (count: number) => new Date(Date.now() + count * days).toISOString().slice(0, 10)
const txHash = 'a'.repeat(40) + 'b'.repeat(24)
const otherTxHash = 'c'.repeat(40) + 'd'.repeat(24)

type Move = Omit<UpdatePurchaseRequestStatusBody, 'version'>
const paid: Move = { status: 'paid', payment_reference: 'П-1042', received_amount: '980150.00' }
const journeys: { crypto_amount: string; moves: Move[]; quoteMs?: number; assignee?: keyof Clients }[] = [
  { crypto_amount: '500', moves: [] },
  { crypto_amount: '2500', moves: [] },
  { crypto_amount: '10000', moves: [{ status: 'in_review' }], assignee: 'officer' },
  { crypto_amount: '50000', moves: [{ status: 'in_review' }], assignee: 'owner' },
  {
    crypto_amount: '1200',
    moves: [
      { status: 'in_review' },
      { status: 'on_hold', reason_code: 'compliance', comment: 'Ждём пояснений по источнику средств' },
    ],
  },
  { crypto_amount: '7000', moves: [{ status: 'in_review' }, { status: 'approved' }] },
  { crypto_amount: '800', moves: [{ status: 'in_review' }, { status: 'approved' }], quoteMs: 4_000 },
  {
    crypto_amount: '10000',
    moves: [{ status: 'in_review' }, { status: 'approved' }, paid],
    assignee: 'operator',
  },
  {
    crypto_amount: '10000',
    moves: [{ status: 'in_review' }, { status: 'approved' }, paid, { status: 'completed', tx_hash: txHash }],
  },
  {
    crypto_amount: '9000',
    moves: [
      { status: 'in_review' },
      { status: 'approved' },
      { ...paid, received_amount: '882150.00' },
      { status: 'completed', tx_hash: otherTxHash },
    ],
  },
  {
    crypto_amount: '300',
    moves: [{ status: 'in_review' }, { status: 'rejected', reason_code: 'compliance' }],
  },
  { crypto_amount: '450', moves: [{ status: 'cancelled', reason_code: 'customer_request' }] },
]

/** What is written about them, by their place, and to whom. */
const comments: Partial<Record<number, { text: string; to?: keyof Clients }>> = {
  2: { text: 'Клиент прислал договор, проверяю.' },
  3: { text: 'Документы клиента ещё на проверке, а срок котировки близко. Ускорим?', to: 'owner' },
  5: { text: 'Оплату обещали сегодня до 17:00, прошу проследить.', to: 'owner' },
}

async function seedRequests(
  clients: Clients,
  ready: OrganizationResponse[],
  notReady: OrganizationResponse,
): Promise<string> {
  let blocked = ''
  for (const [index, journey] of journeys.entries()) {
    const organization = index === 3 ? notReady : (ready[index % ready.length] as OrganizationResponse)
    const created = await clients.operator.call(createPurchaseRequest, {
      body: {
        organization_id: organization.id,
        asset: 'USDT',
        network: 'tron',
        crypto_amount: journey.crypto_amount,
        fiat_currency: 'RUB',
        rate: '98',
        fee_amount: '150',
        quote_expires_at: new Date(Date.now() + (journey.quoteMs ?? 2 * days)).toISOString(),
        assignee_id: journey.assignee ? clients[journey.assignee].id : null,
      },
    })
    if (organization === notReady) blocked = created.number
    let { version } = created
    for (const move of journey.moves) {
      const by = move.status === 'approved' || move.status === 'rejected' ? clients.officer : clients.operator
      const moved = await by.call(updatePurchaseRequestStatus, {
        params: { request_id: created.id },
        body: { ...move, version },
      })
      version = moved.version
    }
    const comment = comments[index]
    if (comment) {
      const body = { comment: comment.text, mentions: comment.to ? [clients[comment.to].id] : [] }
      await clients.operator.call(createPurchaseRequestComment, { params: { request_id: created.id }, body })
    }
  }
  return blocked
}
