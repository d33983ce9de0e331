import { createAdministrator } from '../contract/operations/administrators/administrators.ts'
import { setPassword } from '../contract/operations/administrators/auth.ts'
import { reviewDocument } from '../contract/operations/organizations/documents.ts'
import { createOrganizationPerson } from '../contract/operations/organizations/organization-people.ts'
import {
  createOrganization,
  readOrganization,
  updateOrganization,
} from '../contract/operations/organizations/organizations.ts'
import {
  createPurchaseRequest,
  updatePurchaseRequestStatus,
} from '../contract/operations/purchase-requests/purchase-requests.ts'
import { createWallets } from '../contract/operations/wallets/wallets.ts'
import { createPurchaseRequestComment } from '../contract/operations/work/comments.ts'
import { requiredKinds } from '../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { UpdatePurchaseRequestStatusBody } from '../contract/purchase-requests/purchase-requests.ts'
import { type Agenda, atWork, createAgenda } from './agenda.ts'
import { type Client, signIn } from './client.ts'
import { companies, owners } from './companies.ts'
import { owner } from './instance.ts'
import { inThePast, type PastService } from './past-service.ts'
import { type Random, randomFrom } from './random.ts'
import { importDemoList } from './seed-screening.ts'
import { type Clients, team } from './team.ts'
import { uploadDocument } from './upload-document.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour

/** The first of the companies: they are clients from the first days on, and today's requests are theirs. */
export const longstanding = 4
/** Companies whose state of today is made today (seed.ts). */
export const ofToday = 7

interface Scene {
  agenda: Agenda
  clients: Clients
  random: Random
  start: number
  until: number
  now: () => number
}

/** Ninety days of work on clients and their requests, up to this hour. */
export async function writeHistory(
  env: NodeJS.ProcessEnv & { KONTOR_DATA_DIR: string },
  days = 90,
): Promise<void> {
  const until = Date.now() - hour
  const start = atWork(until - days * day)
  await inThePast({ env, start }, async (service) => {
    const agenda = createAgenda()
    const scene = {
      agenda,
      clients: await employ(service),
      random: randomFrom(2026),
      start,
      until,
      now: service.now,
    }
    // A desk has a list before its first client, and keeps it fresh.
    for (let at = start; at < until; at += 7 * day)
      agenda.add(atWork(at), () => importDemoList(scene.clients.owner))
    const known = companies.flatMap((_, index) =>
      index >= longstanding && index < longstanding + ofToday ? [] : [index],
    )
    for (const [place, index] of known.entries()) {
      // Four from the beginning, one more every four days.
      const since = place < longstanding ? place * 0.2 : 1 + (place - longstanding) * 3.9
      agenda.add(atWork(start + since * day + hour), () => welcome(scene, index))
    }
    await agenda.run(until, service.moveTo)
    await service.moveTo(until)
  })
}

/** Accounts for the people of the desk. */
async function employ({ url, now, confirm }: PastService): Promise<Clients> {
  const boss = await signIn(url, owner, now)
  for (const { email, name, role } of team) {
    const { link } = await boss.call(createAdministrator, { body: { email, name, role } })
    const token = link?.slice(link.indexOf('token=') + 'token='.length) ?? ''
    await boss.call(setPassword, { body: { token, password: owner.password } })
    // Otherwise everybody whom the owner invited would count as the owner, and four eyes would be two.
    await confirm(email)
  }
  const of = (role: string) => {
    const email = team.find((member) => member.role === role)?.email ?? owner.email
    return signIn(url, { email, password: owner.password }, now)
  }
  return { owner: boss, officer: await of('officer'), operator: await of('operator') }
}

/** A company becomes a client: requisites, people, documents, KYB, wallets. A few stop on the way. */
async function welcome(scene: Scene, index: number): Promise<void> {
  const { agenda, clients, random, now } = scene
  const body = companies[index] as (typeof companies)[number]
  const organization = await clients.operator.call(createOrganization, { body })
  const params = { organization_id: organization.id }
  await clients.operator.call(createOrganizationPerson, {
    params,
    body: { role: 'director', schema: 'Person', name: body.director?.name ?? '', citizenship: 'RU' },
  })
  await clients.operator.call(createOrganizationPerson, {
    params,
    body: { role: 'owner', schema: 'Person', name: owners[index] ?? '', citizenship: 'RU', share: '100' },
  })
  const isEarly = index < longstanding
  let at = atWork(now() + random.between(0.5, isEarly ? 2 : 20) * hour)
  agenda.add(at, () => decide(clients.operator, clients.officer, organization, 'in_review'))
  let reviewed = at
  for (const kind of requiredKinds(organization.type)) {
    at = atWork(at + random.between(4, isEarly ? 20 : 180) * minute)
    agenda.add(at, () => uploadDocument(clients.operator, organization, kind))
    let version = 1
    let review = atWork(at + random.between(0.5, isEarly ? 4 : 40) * hour)
    if (random.chance(0.12)) {
      agenda.add(review, () => judge(clients.officer, organization, kind, 1, false))
      const again = atWork(review + random.between(2, 30) * hour)
      agenda.add(again, () => uploadDocument(clients.operator, organization, kind))
      version = 2
      review = atWork(again + random.between(0.5, 20) * hour)
    }
    agenda.add(review, () => judge(clients.officer, organization, kind, version, true))
    reviewed = Math.max(reviewed, review)
  }
  const decided = atWork(reviewed + random.between(0.5, isEarly ? 3 : 50) * hour)
  if (!isEarly && random.chance(0.1)) {
    agenda.add(decided, () => decide(clients.operator, clients.officer, organization, 'rejected'))
    return
  }
  agenda.add(decided, async () => {
    await decide(clients.operator, clients.officer, organization, 'approved')
    await clients.owner.call(createWallets, { params })
    buyFromTimeToTime(scene, organization, random.between(0.6, 1.4))
  })
}

async function judge(
  officer: Client,
  organization: OrganizationResponse,
  kind: Parameters<typeof uploadDocument>[2],
  version: number,
  isGood: boolean,
): Promise<void> {
  await officer.call(reviewDocument, {
    params: { organization_id: organization.id, kind },
    body: isGood
      ? { version, decision: 'approved' }
      : { version, decision: 'rejected', reason_code: 'missing_page', comment: 'Нет последней страницы' },
  })
}

async function decide(
  operator: Client,
  officer: Client,
  { id }: OrganizationResponse,
  kyb_status: 'in_review' | 'approved' | 'rejected',
): Promise<void> {
  const params = { organization_id: id }
  const { version } = await operator.call(readOrganization, { params })
  const body = {
    kyb_status,
    version,
    ...(kyb_status === 'rejected' && { kyb_reason: 'Не подтверждён источник средств' }),
  }
  await officer.call(updateOrganization, { params, body })
}

/** What is bought, how often, for how much in roubles, and at which price on the first and on the last day. */
const goods = [
  { asset: 'USDT', network: 'tron', share: 0.62, roubles: 380_000, decimals: 2, first: 91.2, last: 96.8 },
  { asset: 'USDT', network: 'ethereum', share: 0.08, roubles: 620_000, decimals: 2, first: 91.6, last: 97.1 },
  { asset: 'USDC', network: 'ethereum', share: 0.04, roubles: 540_000, decimals: 2, first: 91.5, last: 97 },
  {
    asset: 'BTC',
    network: 'bitcoin',
    share: 0.16,
    roubles: 900_000,
    decimals: 5,
    first: 8_650_000,
    last: 9_420_000,
  },
  {
    asset: 'ETH',
    network: 'ethereum',
    share: 0.1,
    roubles: 300_000,
    decimals: 4,
    first: 301_000,
    last: 287_000,
  },
] as const

function buyFromTimeToTime(scene: Scene, organization: OrganizationResponse, eagerness: number): void {
  const { agenda, random, start, until, now } = scene
  const passed = (now() - start) / (until - start)
  // Business grows, and clients come more often than at first.
  const pause = random.between(2.5, 12) / (eagerness * (0.7 + 0.8 * passed))
  agenda.add(atWork(now() + pause * day), async () => {
    await request(scene, organization)
    buyFromTimeToTime(scene, organization, eagerness)
  })
}

async function request(scene: Scene, organization: OrganizationResponse): Promise<void> {
  const { agenda, clients, random, start, until, now } = scene
  const chosen = random.next()
  const good = goods.find(
    (_, index) => chosen < goods.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0),
  )
  const { asset, network, roubles, decimals, first, last } = good ?? goods[0]
  const passed = (now() - start) / (until - start)
  const rate = (first + (last - first) * passed) * random.between(0.99, 1.01)
  const inDirhams = random.chance(0.12)
  const price = inDirhams ? rate / 25.4 : rate
  const amount = ((roubles * random.between(0.25, 2.4)) / rate).toFixed(decimals)
  const created = await clients.operator.call(createPurchaseRequest, {
    body: {
      organization_id: organization.id,
      asset,
      network,
      crypto_amount: amount,
      fiat_currency: inDirhams ? 'AED' : 'RUB',
      rate: price.toFixed(price > 1000 ? 0 : 2),
      fee_amount: inDirhams ? '60' : '1500',
      quote_expires_at: new Date(now() + 6 * day).toISOString(),
      assignee_id: random.pick([null, clients.operator.id, clients.officer.id]),
    },
  })
  const params = { request_id: created.id }
  const move = (by: Client, body: UpdatePurchaseRequestStatusBody) => () =>
    by.call(updatePurchaseRequestStatus, { params, body })
  const digits = created.id.replaceAll('-', '')
  const tx_hash = `${network === 'ethereum' ? '0x' : ''}${digits}${digits}`

  let at = atWork(now() + random.between(0.2, 5) * hour)
  if (random.chance(0.05)) {
    agenda.add(at, move(clients.operator, { status: 'cancelled', reason_code: 'customer_request' }))
    return
  }
  agenda.add(at, move(clients.operator, { status: 'in_review' }))
  at = atWork(at + random.between(0.3, 7) * hour)
  if (random.chance(0.09)) {
    const reason = { reason_code: 'compliance', comment: 'Ждём пояснений по источнику средств' } as const
    agenda.add(at, move(clients.operator, { status: 'on_hold', ...reason }))
    at = atWork(at + random.between(12, 70) * hour)
    const comment = random.pick(['Клиент прислал договор, проверяю.', 'Пояснения получены, всё сходится.'])
    agenda.add(at - minute, () =>
      clients.operator.call(createPurchaseRequestComment, { params, body: { comment } }),
    )
    agenda.add(at, move(clients.operator, { status: 'in_review' }))
    at = atWork(at + random.between(0.5, 4) * hour)
  }
  if (random.chance(0.06)) {
    agenda.add(at, move(clients.officer, { status: 'rejected', reason_code: 'compliance' }))
    return
  }
  const expires = new Date(at + 2 * day).toISOString()
  agenda.add(at, move(clients.officer, { status: 'approved', quote_expires_at: expires }))
  // Some never pay, and the quote expires by itself.
  if (random.chance(0.06)) return
  at = atWork(at + random.between(1, 26) * hour)
  const payment_reference = `П-${created.number.slice(-6)}`
  agenda.add(
    at,
    move(clients.operator, { status: 'paid', payment_reference, received_amount: created.total_amount }),
  )
  at = atWork(at + random.between(0.3, 9) * hour)
  if (random.chance(0.03)) {
    agenda.add(at, move(clients.operator, { status: 'failed', reason_code: 'delivery_failed' }))
    at = atWork(at + random.between(2, 20) * hour)
  }
  if (random.chance(0.02)) {
    agenda.add(at, move(clients.officer, { status: 'refunded', reason_code: 'customer_request' }))
    return
  }
  agenda.add(at, move(clients.operator, { status: 'completed', tx_hash }))
}
