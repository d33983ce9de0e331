import { type DocumentKind, documentKinds, requiredKinds } from '../contract/documents.ts'
import { setPassword } from '../contract/operations/auth.ts'
import { createPurchaseRequestComment } from '../contract/operations/comments.ts'
import { documentSlots, reviewDocument } from '../contract/operations/documents.ts'
import {
  createOrganization,
  readOrganization,
  searchParties,
  updateOrganization,
} from '../contract/operations/organizations.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests.ts'
import { createWallets } from '../contract/operations/wallets.ts'
import { createWebhook } from '../contract/operations/webhooks.ts'
import type { KybStatus, OrganizationResponse, UpdateOrganizationRequest } from '../contract/organizations.ts'
import type { PartySearchItem } from '../contract/parties.ts'
import type { UpdatePurchaseRequestStatusBody } from '../contract/purchase-requests.ts'
import type { Role } from '../contract/roles.ts'
import { type Client, signIn } from './client.ts'
import { type Instance, owner } from './instance.ts'
import { samplePdf, samplePng } from './sample-files.ts'
import { seedDeals } from './seed-deals.ts'
import { seedDesk } from './seed-desk.ts'
import { seedScreening } from './seed-screening.ts'

export const team: { email: string; name: string; role: Role }[] = [
  { email: 'olga@example.com', name: 'Ольга Соколова', role: 'officer' },
  { email: 'ivan@example.com', name: 'Иван Петров', role: 'operator' },
  { email: 'darya@example.com', name: 'Дарья Климова', role: 'custodian' },
  { email: 'anna@example.com', name: 'Анна Белова', role: 'auditor' },
]

interface Clients {
  owner: Client
  officer: Client
  operator: Client
}

/** Creates sample data: organizations and their people, documents, requests in every state, their money, and hits. */
export async function seed({ url, kontor }: Pick<Instance, 'url' | 'kontor'>): Promise<void> {
  const ownerClient = await signIn(url, owner)
  // With the command: over the API, the threshold of the instance asks for people who are not there yet.
  for (const { email, name, role } of team) {
    const printed = await kontor('admin', 'create', email, '--role', role, '--name', name)
    const token = printed.slice(printed.indexOf('token=') + 'token='.length).trim()
    await ownerClient.call(setPassword, { body: { token, password: owner.password } })
  }
  const of = (role: Role) => signIn(url, { email: emailOf(role), password: owner.password })
  const clients: Clients = {
    owner: ownerClient,
    officer: await of('officer'),
    operator: await of('operator'),
  }
  const parties = await findParties(ownerClient, 11)
  const organizations: OrganizationResponse[] = []
  for (const party of parties) {
    const body = {
      inn: party.inn,
      ...(party.kpp && { kpp: party.kpp }),
      external_id: `CRM-${1000 + organizations.length}`,
    }
    organizations.push(await clients.operator.call(createOrganization, { body }))
  }
  const at = (index: number) => organizations[index] as OrganizationResponse
  for (const index of [0, 1, 2, 3]) await onboard(clients, at(index))
  await fillSlots(clients, at(4), 'pending')
  await decide(clients, at(4), ['in_review'])
  await fillSlots(clients, at(5), 'mixed')
  await decide(clients, at(5), ['in_review'])
  await decide(clients, at(6), ['in_review', 'rejected'])
  await fillSlots(clients, at(7), 'approved')
  await decide(clients, at(7), ['in_review', 'approved', 'suspended'])
  await uploadDocument(clients, at(8), 'inn-certificate')
  await seedRequests(clients, organizations.slice(0, 4), at(4))
  await seedDeals(clients, organizations.slice(0, 4))
  await seedDesk(clients, organizations.slice(0, 4))
  await seedScreening(clients, at(4), at(5))
  await ownerClient.call(createWebhook, {
    body: { url: 'https://example.com/kontor', description: 'Бухгалтерия' },
  })
}

function emailOf(role: Role): string {
  return team.find((member) => member.role === role)?.email ?? owner.email
}

/** Active companies of the sample register. */
async function findParties(client: Client, count: number): Promise<PartySearchItem[]> {
  const found = new Map<string, PartySearchItem>()
  for (const q of ['строй', 'торг', 'тех', 'альфа', 'север', 'инвест', 'сервис', 'агро', 'вектор']) {
    const { items } = await client.call(searchParties, { query: { q, limit: 10 } })
    for (const party of items
      .filter(({ status, type }) => status === 'active' && type === 'legal')
      .slice(0, 3)) {
      found.set(party.inn, party)
    }
  }
  return [...found.values()].slice(0, count)
}

async function onboard(clients: Clients, organization: OrganizationResponse): Promise<void> {
  await fillSlots(clients, organization, 'approved')
  await decide(clients, organization, ['in_review', 'approved'])
  await clients.owner.call(createWallets, { params: { organization_id: organization.id } })
}

async function fillSlots(
  clients: Clients,
  organization: OrganizationResponse,
  how: 'approved' | 'pending' | 'mixed',
): Promise<void> {
  for (const [index, kind] of requiredKinds(organization.type).entries()) {
    if (how === 'mixed' && index === 4) continue
    await uploadDocument(clients, organization, kind)
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

async function uploadDocument(
  clients: Clients,
  organization: OrganizationResponse,
  kind: DocumentKind,
): Promise<void> {
  const slot = documentSlots[documentKinds.indexOf(kind)] as (typeof documentSlots)[number]
  const form = new FormData()
  const isScan = kind === 'kyc-representative'
  const file = isScan
    ? samplePng()
    : samplePdf(['SAMPLE', `Document: ${kind}`, `INN ${organization.inn}`, `OGRN ${organization.ogrn}`])
  form.set('number', organization.id.slice(-6))
  form.set('issued_on', '2024-03-01')
  form.set('file', file, isScan ? 'passport.png' : `${kind}.pdf`)
  await clients.operator.call(slot.put, { params: { organization_id: organization.id }, body: form })
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
const txHash = 'a'.repeat(40) + 'b'.repeat(24)

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
      { status: 'completed', tx_hash: txHash },
    ],
  },
  {
    crypto_amount: '300',
    moves: [{ status: 'in_review' }, { status: 'rejected', reason_code: 'compliance' }],
  },
  { crypto_amount: '450', moves: [{ status: 'cancelled', reason_code: 'customer_request' }] },
]

async function seedRequests(
  clients: Clients,
  ready: OrganizationResponse[],
  notReady: OrganizationResponse,
): Promise<void> {
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
    let { version } = created
    for (const move of journey.moves) {
      const by = move.status === 'approved' || move.status === 'rejected' ? clients.officer : clients.operator
      const moved = await by.call(updatePurchaseRequestStatus, {
        params: { request_id: created.id },
        body: { ...move, version },
      })
      version = moved.version
    }
    if (index === 2) {
      const body = { comment: 'Клиент прислал договор, проверяю.' }
      await clients.operator.call(createPurchaseRequestComment, { params: { request_id: created.id }, body })
    }
  }
}
