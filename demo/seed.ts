import { type DocumentKind, documentKinds, requiredKinds } from '../contract/documents.ts'
import { createAdministrator } from '../contract/operations/administrators.ts'
import { documentSlots, reviewDocument } from '../contract/operations/documents.ts'
import {
  createOrganization,
  readOrganization,
  searchParties,
  updateOrganization,
} from '../contract/operations/organizations.ts'
import {
  createPurchaseRequest,
  createPurchaseRequestComment,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests.ts'
import { createWallets } from '../contract/operations/wallets.ts'
import { createWebhook } from '../contract/operations/webhooks.ts'
import type { KybStatus, OrganizationResponse, UpdateOrganizationRequest } from '../contract/organizations.ts'
import type { PartySearchItem } from '../contract/parties.ts'
import type { UpdatePurchaseRequestStatusBody } from '../contract/purchase-requests.ts'
import type { Role } from '../contract/roles.ts'
import { type Client, signIn } from './client.ts'
import { owner } from './instance.ts'
import { samplePdf, samplePng } from './sample-files.ts'

export const team: { email: string; name: string; role: Role }[] = [
  { email: 'olga@example.com', name: 'Ольга Соколова', role: 'officer' },
  { email: 'ivan@example.com', name: 'Иван Петров', role: 'operator' },
  { email: 'darya@example.com', name: 'Дарья Климова', role: 'custodian' },
  { email: 'anna@example.com', name: 'Анна Белова', role: 'auditor' },
]

interface Hands {
  owner: Client
  officer: Client
  operator: Client
}

/** Everything that a newcomer should find: each kind of organization, document and request. */
export async function seed(url: string): Promise<void> {
  const boss = await signIn(url, owner)
  for (const member of team) {
    await boss.call(createAdministrator, { body: { ...member, password: owner.password } })
  }
  const of = (role: Role) => signIn(url, { email: emailOf(role), password: owner.password })
  const hands: Hands = { owner: boss, officer: await of('officer'), operator: await of('operator') }
  const parties = await findParties(boss, 11)
  const organizations: OrganizationResponse[] = []
  for (const party of parties) {
    const body = {
      inn: party.inn,
      ...(party.kpp && { kpp: party.kpp }),
      external_id: `CRM-${1000 + organizations.length}`,
    }
    organizations.push(await hands.operator.call(createOrganization, { body }))
  }
  const at = (index: number) => organizations[index] as OrganizationResponse
  for (const index of [0, 1, 2, 3]) await onboard(hands, at(index))
  await fillSlots(hands, at(4), 'pending')
  await decide(hands, at(4), ['in_review'])
  await fillSlots(hands, at(5), 'mixed')
  await decide(hands, at(5), ['in_review'])
  await decide(hands, at(6), ['in_review', 'rejected'])
  await fillSlots(hands, at(7), 'approved')
  await decide(hands, at(7), ['in_review', 'approved', 'suspended'])
  await uploadDocument(hands, at(8), 'inn-certificate')
  await seedRequests(hands, organizations.slice(0, 4), at(4))
  await boss.call(createWebhook, { body: { url: 'https://example.com/kontor', description: 'Бухгалтерия' } })
}

function emailOf(role: Role): string {
  return team.find((member) => member.role === role)?.email ?? owner.email
}

/** Companies of the sample register that live; what they are called depends on the register alone. */
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

async function onboard(hands: Hands, organization: OrganizationResponse): Promise<void> {
  await fillSlots(hands, organization, 'approved')
  await decide(hands, organization, ['in_review', 'approved'])
  await hands.owner.call(createWallets, { params: { organization_id: organization.id } })
}

async function fillSlots(
  hands: Hands,
  organization: OrganizationResponse,
  how: 'approved' | 'pending' | 'mixed',
): Promise<void> {
  for (const [index, kind] of requiredKinds(organization.type).entries()) {
    if (how === 'mixed' && index === 4) continue
    await uploadDocument(hands, organization, kind)
    const decision =
      how === 'approved' || (how === 'mixed' && index < 2)
        ? 'approved'
        : how === 'mixed' && index === 2
          ? 'rejected'
          : null
    if (decision === null) continue
    await hands.officer.call(reviewDocument, {
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
  hands: Hands,
  organization: OrganizationResponse,
  kind: DocumentKind,
): Promise<void> {
  const slot = documentSlots[documentKinds.indexOf(kind)] as (typeof documentSlots)[number]
  const form = new FormData()
  const isScan = kind === 'kyc-representative'
  const file = isScan
    ? samplePng()
    : samplePdf(['SAMPLE', `Document: ${kind}`, `INN ${organization.inn}`, `OGRN ${organization.ogrn}`])
  form.set('number', organization.ogrn.slice(-6))
  form.set('issued_on', '2024-03-01')
  form.set('file', file, isScan ? 'passport.png' : `${kind}.pdf`)
  await hands.operator.call(slot.put, { params: { organization_id: organization.id }, body: form })
}

async function decide(hands: Hands, { id }: OrganizationResponse, statuses: KybStatus[]): Promise<void> {
  for (const kyb_status of statuses) {
    const { version } = await hands.officer.call(readOrganization, { params: { organization_id: id } })
    const against = kyb_status === 'rejected' || kyb_status === 'suspended'
    const body: UpdateOrganizationRequest = {
      kyb_status,
      version,
      ...(against && { kyb_reason: 'Расхождение в сведениях о бенефициарах' }),
    }
    await hands.officer.call(updateOrganization, { params: { organization_id: id }, body })
  }
}

const days = 24 * 3600 * 1000
const txHash = 'a'.repeat(40) + 'b'.repeat(24)

type Move = Omit<UpdatePurchaseRequestStatusBody, 'version'>
const paid: Move = { status: 'paid', payment_reference: 'П-1042', received_amount: '980150.00' }
const journeys: { crypto_amount: string; moves: Move[]; quoteMs?: number; assignee?: keyof Hands }[] = [
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
  hands: Hands,
  ready: OrganizationResponse[],
  notReady: OrganizationResponse,
): Promise<void> {
  for (const [index, journey] of journeys.entries()) {
    const organization = index === 3 ? notReady : (ready[index % ready.length] as OrganizationResponse)
    const created = await hands.operator.call(createPurchaseRequest, {
      body: {
        organization_id: organization.id,
        asset: 'USDT',
        network: 'tron',
        crypto_amount: journey.crypto_amount,
        fiat_currency: 'RUB',
        rate: '98',
        fee_amount: '150',
        quote_expires_at: new Date(Date.now() + (journey.quoteMs ?? 2 * days)).toISOString(),
        assignee_id: journey.assignee ? hands[journey.assignee].id : null,
      },
    })
    let { version } = created
    for (const move of journey.moves) {
      const by = move.status === 'approved' || move.status === 'rejected' ? hands.officer : hands.operator
      const moved = await by.call(updatePurchaseRequestStatus, {
        params: { request_id: created.id },
        body: { ...move, version },
      })
      version = moved.version
    }
    if (index === 2) {
      const body = { comment: 'Клиент прислал договор, проверяю.' }
      await hands.operator.call(createPurchaseRequestComment, { params: { request_id: created.id }, body })
    }
  }
}
