import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PolicyRule } from '../../../contract/policy.ts'
import { type Role, roles } from '../../../contract/roles.ts'
import { listOf } from '../../screening/given-lists.ts'
import { importList } from '../../screening/list-uploads.ts'
import { oneC, client as payer, rubles } from '../../statements/samples.ts'
import { importFile } from '../../statements/uploads.ts'
import { pdf } from '../../support/document-samples.ts'
import { slotPath, upload } from '../../support/document-uploads.ts'
import { givenOrganization } from '../../support/factories.ts'
import { approve, givenRequest, review } from '../../support/given-purchase-request.ts'
import type { Client, Reply } from '../../support/harness.ts'
import { fc } from '../../support/properties.ts'
import { changeAdministrators } from '../../support/proven-rows.ts'
import { scaled } from '../../support/scale.ts'
import {
  type Account,
  day,
  enrolPasskey,
  hour,
  later,
  minute,
  newEmail,
  newSession,
  sessionOfNow,
  tryLink,
} from './hand.ts'
import { policies, strictPolicies } from './rules.ts'
import {
  attempt,
  type Beginning,
  colleague,
  keyClient,
  nowOf,
  pick,
  sessionOf,
  type Tried,
  voteHonestly,
  type World,
} from './world.ts'

type Step = fc.AsyncCommand<object, World>

/** A command whose name and values are printed when a run fails. */
function step<T>(
  name: string,
  values: fc.Arbitrary<T>,
  run: (world: World, values: T) => Promise<unknown>,
): fc.Arbitrary<Step> {
  return values.map((drawn) => ({
    check: () => true,
    run: async (_model: object, world: World) => void (await run(world, drawn)),
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(drawn)}`,
  }))
}

const any = fc.nat(23)
const role = fc.constantFrom(...roles)
type Targets = (world: World) => Account[]
const ownAccounts: Targets = ({ hand }) => hand
/** All but one account of the person and two honest owners, who are founders. */
const notOwners: Targets = ({ hand, honest }) => [
  ...hand.slice(1),
  ...honest.filter(({ role }) => role !== 'owner').map(({ account }) => account),
]
/** Whoever exists: accounts of the person, and honest ones. */
const everybody: Targets = ({ hand, honest }) => [...hand, ...honest.map(({ account }) => account)]

async function versionOf({ server }: World, id: string): Promise<number> {
  const row = await server.db
    .selectFrom('administrators')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Changes an account, which may be one's own or somebody else's. */
async function changeAccount(
  world: World,
  client: Client | undefined,
  account: Account | undefined,
  act: 'administrator.change_role' | 'administrator.enable' | 'administrator.reset',
  send: (client: Client, path: string, headers: Record<string, string>) => Promise<Reply>,
): Promise<void> {
  if (!client || !account) return
  const path = `/v1/administrators/${account.id}`
  const before = await versionOf(world, account.id)
  const isEffect = ({ body }: Reply) => (body.administrator ?? body).version > before
  const key = `${act} ${account.id} ${before}`
  const reply = await attempt(world, client, { act, key }, (headers) => send(client, path, headers), {
    isEffect,
  })
  if (reply.status !== 200) return
  if (act === 'administrator.reset') await holdLink(world, reply)
  else await useLink(world, account.id)
}

/** A new link: the person tries it alone. */
async function holdLink(world: World, reply: Tried): Promise<void> {
  const { id } = reply.body.administrator
  world.links.set(id, reply)
  if (reply.neededVotes) world.counts.links += 1
  await useLink(world, id)
}

/** Whoever holds the link is that person from now on. The link of a disabled account may work once it is enabled. */
async function useLink(world: World, accountId: string): Promise<void> {
  const link = world.links.get(accountId)
  const taken = link && (await tryLink(world.server, link, world.ownHalves))
  if (!taken) return
  if (link.neededVotes)
    throw new Error('one person alone set the password of an account that others had to vote for')
  world.links.delete(accountId)
  world.hand = [...world.hand.filter(({ id }) => id !== taken.id), taken]
  world.honest = world.honest.filter(({ account }) => account.id !== taken.id)
}

const clock = step(
  'wait',
  fc.constantFrom(5 * minute, 20 * minute, 5 * hour, 25 * hour, 8 * day, 22 * day),
  wait,
)

async function wait(world: World, ms: number): Promise<void> {
  later(world.server, ms)
  // Access tokens run out. The person signs in again, with every account that still can.
  if (ms === 5 * minute) return
  for (const account of world.hand) {
    account.sessions = []
    await newSession(world.server, account)
  }
}

const signIn = step('sign in', any, async (world, index) => {
  const account = pick(world.hand, index)
  if (account) await newSession(world.server, account)
})

const passkey = step('add a passkey', any, async (world, index) => {
  const account = pick(world.hand, index)
  if (account) await enrolPasskey(account)
})

/** A session of the person with an account that may create others; the roles of their accounts change. */
async function ownerSession(world: World): Promise<Client | undefined> {
  for (const account of world.hand) {
    const session = await sessionOfNow(world.server, account)
    if ((await session?.get('/v1/auth/me'))?.body.role === 'owner') return session
  }
  return undefined
}

async function askForAccount(world: World, client: Client | undefined, role: Role): Promise<void> {
  if (!client) return
  const body = { email: newEmail(), name: 'Ещё один', role }
  const key = `create ${JSON.stringify(body)}`
  const reply = await attempt(world, client, { act: 'administrator.create', key }, (headers) =>
    client.post('/v1/administrators', body, headers),
  )
  if (reply.status === 201) await holdLink(world, reply)
}

function askForReset(world: World, client: Client | undefined, account: Account | undefined): Promise<void> {
  return changeAccount(world, client, account, 'administrator.reset', (by, path, headers) =>
    by.post(`${path}/reset`, undefined, headers),
  )
}

const createAccount = step('create an account', fc.tuple(any, role), async (world, [by, role]) => {
  if (world.hand.length <= 5) await askForAccount(world, sessionOf(world, by), role)
})

/** For as long as this takes, honest colleagues vote for whatever the person asks. */
async function withVotes(world: World, run: () => Promise<unknown>): Promise<void> {
  const { votesForEvery } = world
  world.votesForEvery = 1
  await run()
  world.votesForEvery = votesForEvery
}

/**
 * Others vote for a new account and for a reset of a colleague, and each link is tried alone. A day later, when votes of
 * new accounts count, the person tries to be two.
 */
const votedLinks = step(
  'ask for links, and get the votes',
  fc.tuple(any, role),
  async (world, [which, role]) => {
    await withVotes(world, async () => {
      await askForAccount(world, await ownerSession(world), role)
      await askForReset(world, await ownerSession(world), pick(world.honest, which)?.account)
    })
    // The colleague has got both halves, and works on.
    await setReally(world, world.links.size - 1)
    await wait(world, 25 * hour)
    const [client, { votesForEvery }] = [await ownerSession(world), world]
    if (!client) return
    world.votesForEvery = 0
    await askForKey(world, client)
    world.votesForEvery = votesForEvery
    await voteWithAll(world, which)
  },
)

const promote = (targets: Targets) =>
  step('change a role', fc.tuple(any, any, role), (world, [by, target, role]) =>
    changeAccount(
      world,
      sessionOf(world, by),
      pick(targets(world), target),
      'administrator.change_role',
      (client, path, headers) => client.patch(path, { role }, headers),
    ),
  )

const enable = step('enable', fc.tuple(any, any), (world, [by, target]) =>
  changeAccount(
    world,
    sessionOf(world, by),
    pick(everybody(world), target),
    'administrator.enable',
    (client, path, headers) => client.post(`${path}/enable`, undefined, headers),
  ),
)

const reset = (targets: Targets) =>
  step('reset', fc.tuple(any, any), (world, [by, target]) =>
    askForReset(world, sessionOf(world, by), pick(targets(world), target)),
  )

const disable = step('disable', fc.tuple(any, any), async (world, [by, target]) => {
  const account = pick(everybody(world), target)
  if (account) await sessionOf(world, by)?.post(`/v1/administrators/${account.id}/disable`)
})

const createKey = step('create a key', any, (world, by) => askForKey(world, sessionOf(world, by)))

async function askForKey(world: World, client: Client | undefined): Promise<void> {
  if (!client) return
  const scopes = ['documents:read', 'documents:write', 'requests:read', 'requests:write', 'payments:write']
  const body = { name: `Ключ ${newEmail()}`, scopes }
  const reply = await attempt(world, client, { act: 'api_key.create', key: body.name }, (headers) =>
    client.post('/v1/api-keys', body, headers),
  )
  if (reply.status === 201) world.keys.push({ client: keyClient(world, reply.body.key) })
}

const what = fc.constantFrom('mnemonic', 'secret-keys')
const reveal = step('read a secret', fc.tuple(any, what, fc.boolean()), async (world, [by, what, named]) => {
  const client = sessionOf(world, by)
  if (!client) return
  const path = `/v1/organizations/${world.organizationId}/wallets/${what}`
  const { organizationId } = world
  const approvalId = named ? (await waiting(client)).at(-1)?.id : undefined
  const intended = { act: 'wallet.reveal', key: what, organizationId } as const
  await attempt(world, client, intended, (headers) => client.get(path, headers), { approvalId })
})

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

const uploadDocument = step('upload a document', any, async (world, index) => {
  const work = await worker(world, index, 'officer')
  if (!work) return
  const organization = await givenOrganization(world.server)
  const { status } = await upload(work.client, organization, 'charter', pdf())
  if (status === 200) world.document = { organization, by: work.by, isDone: false }
})

const reviewDocument = step('review the document', any, async (world, by) => {
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

const createRequest = step('create a request', fc.tuple(any, any, amounts), makeRequest)

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

const approveRequest = step('approve a request', fc.tuple(any, any), approveOne)

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
const honestApproval = step('somebody honest approves a request', any, approveHonestly)

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

const recordMoney = step('record money', fc.tuple(any, any, fc.nat(2), fc.boolean()), payOne)

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

const allocate = step('allocate a credit', fc.tuple(any, any), async (world, [by, which]) => {
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

const importStatement = step('import a statement', fc.tuple(any, fc.nat(3)), async (world, [by, number]) => {
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
})

const completeRequest = step('deliver', fc.tuple(any, any), deliver)

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
const deal = step(
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

const takeBack = step('reverse', fc.tuple(any, any, fc.boolean()), takeBackOne)

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
const importNames = step('import a sanctions list', any, async (world, by) => {
  const client = sessionOf(world, by)
  if (!client) return
  const rows = [{ id: newEmail(), name: 'Квистгард Торвальд' }]
  const intended = { act: 'screening.import', key: String(rows[0]?.id) } as const
  await attempt(world, client, intended, (headers) =>
    importList(client, 'walk', { 'list.csv': listOf(rows) }, { force: 'true', headers }),
  )
})

const saveWebhook = step('save a webhook', fc.tuple(any, fc.nat(2)), async (world, [by, which]) => {
  const client = sessionOf(world, by)
  if (!client) return
  const url = `https://hooks.example.com/${which}`
  await attempt(world, client, { act: 'webhook.save', key: url }, (headers) =>
    client.post('/v1/webhooks', { url }, headers),
  )
})

async function putPolicy(world: World, client: Client, rules: PolicyRule[]): Promise<void> {
  const { version } = (await client.get('/v1/policy')).body
  const key = `policy ${version} ${JSON.stringify(rules)}`
  const isEffect = ({ body }: Reply) => body.version > version
  await attempt(
    world,
    client,
    { act: 'policy.change', key },
    (headers) => client.put('/v1/policy', { rules }, headers),
    { isEffect },
  )
}

const ownPolicy = step('set a policy', fc.tuple(any, policies), async (world, [by, rules]) => {
  const client = sessionOf(world, by)
  if (client) await putPolicy(world, client, rules)
})

/** Where there are too few people for three, two are asked for. */
async function orForTwo(rules: PolicyRule[], send: (rules: PolicyRule[]) => Promise<Reply>): Promise<void> {
  const { status } = await send(rules)
  if (status === 422) await send(rules.filter(({ approvals = 0 }) => approvals < 2))
}

async function setHonestly(world: World, rules: PolicyRule[]): Promise<void> {
  const owner = await colleague(world, 'owner')
  if (owner) await orForTwo(rules, (rules) => owner.put('/v1/policy', { rules }))
}

const honestPolicy = step('somebody honest sets a policy', policies, setHonestly)

async function waiting(client: Client): Promise<{ id: string; act: string; asked_by: { id: string } }[]> {
  return (await client.get('/v1/approvals?status=waiting&limit=20')).body.items ?? []
}

const ownVotes = step('vote with all accounts', any, voteWithAll)

async function voteWithAll(world: World, which: number): Promise<void> {
  const [first] = world.hand.flatMap(({ sessions }) => sessions.slice(0, 1))
  const own = first ? (await waiting(first)).filter(({ id }) => world.oracle.isOwn(id)) : []
  const approval = pick(own, which)
  if (!approval) return
  for (const { sessions } of world.hand) {
    const reply = await sessions[0]?.post(`/v1/approvals/${approval.id}/votes`, { decision: 'approve' })
    if (reply?.status === 200) throw new Error(`one person voted on what they asked for: ${approval.act}`)
  }
}

/** Somebody honest asks for a new colleague, the person votes with every account, and gets halves. */
const voteForOthers = step('vote on what somebody honest asks', role, async (world, role) => {
  const owner = await colleague(world, 'owner')
  if (!owner) return
  const body = { email: newEmail(), name: 'Настоящий', role }
  const asked = await owner.post('/v1/administrators', body)
  if (asked.body.code !== 'approval_required') return
  for (const { sessions } of world.hand) {
    const path = `/v1/approvals/${asked.body.context.approval_id}/votes`
    const reply = await sessions[0]?.post(path, { decision: 'approve' })
    if (reply?.body.link_half) world.ownHalves.push(reply.body.link_half)
  }
  const made = await owner.post('/v1/administrators', body)
  if (made.status !== 201) return
  // The new colleague gets both halves, and is somebody else than the person.
  const account = await tryLink(world.server, made, world.ownHalves)
  if (account) world.honest.push({ account, role })
})

/** Somebody honest finds a wish in the list, sometimes long after. */
const honestVote = step('somebody honest votes', any, async (world, which) => {
  if (world.votesForEvery === 0) return
  const client = await colleague(world, 'owner')
  const own = client ? (await waiting(client)).filter(({ id }) => world.oracle.isOwn(id)) : []
  const approval = pick(own, which)
  if (approval) await voteHonestly(world, approval.id)
})

const realPerson = step('somebody real sets the password', any, setReally)

/** The real owner of an account that the person asked for comes with both halves: from then on it is theirs. */
async function setReally(world: World, which: number): Promise<void> {
  const link = pick(
    [...world.links.values()].filter(({ neededVotes }) => neededVotes),
    which,
  )
  const account = link && (await tryLink(world.server, link, world.honestHalves))
  if (!account) return
  world.links.delete(account.id)
  world.honest = world.honest.filter((one) => one.account.id !== account.id)
  world.honest.push({ account, role: link.body.administrator.role })
}

type Founders = { id: string }[]

/** The test itself looks with accounts of its own, and these are no founders. */
async function sendWatchersAway({ server }: World): Promise<void> {
  await changeAdministrators(server, { disabled_at: new Date() }, sql`name like 'A test %'`)
}

/** Confirms as a founder, with a passkey. */
async function confirmFounding({ server }: World, account: Account, founding_id: string): Promise<void> {
  if (!account.passkey) {
    account.sessions = []
    if (!(await newSession(server, account)) || !(await enrolPasskey(account))) return
  }
  const session = await newSession(server, account)
  await session?.post('/v1/founding/confirmations', { founding_id })
}

/**
 * Everybody confirms what they take for true. Honest founders confirm only names that are people of their own: at most
 * one of them is the person. The person confirms with every account, unless nobody honest is asked: then there are no
 * honest founders.
 */
async function confirmAll(world: World): Promise<void> {
  const reader = (await colleague(world, 'owner')) ?? world.hand[0]?.sessions[0]
  const body = (await reader?.get('/v1/founding'))?.body
  if (body?.state !== 'proposed') return
  const isFounder = ({ id }: Account) => (body.founders as Founders).some((founder) => founder.id === id)
  const mine = world.hand.filter(isFounder)
  const theirs = world.honest.map(({ account }) => account).filter(isFounder)
  const isHonest = mine.length <= 1 && mine.length + theirs.length === body.founders.length
  if (isHonest) for (const account of theirs) await confirmFounding(world, account, body.id)
  if (isHonest || theirs.length > 0)
    for (const account of mine) await confirmFounding(world, account, body.id)
  const after = await reader?.get('/v1/founding')
  if (after?.body.state !== 'declared') return
  if (!isHonest) throw new Error('founders were declared whom nobody honest has confirmed')
  world.counts.founded += 1
}

const ownFounding = step('propose founders', fc.tuple(any, strictPolicies), async (world, [by, rules]) => {
  await sendWatchersAway(world)
  await sessionOf(world, by)?.post('/v1/founding', { rules })
  await confirmAll(world)
})

/** An honest owner sends away accounts that are nobody's, and asks everybody else. */
async function foundHonestly(world: World, rules: PolicyRule[]): Promise<void> {
  const owner = await colleague(world, 'owner')
  if (!owner) return
  for (const { id } of world.hand.slice(1)) await owner.post(`/v1/administrators/${id}/disable`)
  await sendWatchersAway(world)
  await orForTwo(rules, (rules) => owner.post('/v1/founding', { rules }))
  await confirmAll(world)
}

const honestFounding = step('somebody honest proposes founders', strictPolicies, foundHonestly)

/** What a person can do to become many, while no rule asks for two. */
const preparation: Record<Beginning, fc.Arbitrary<Step>> = {
  founders: fc.oneof(
    createAccount,
    createAccount,
    promote(notOwners),
    reset(notOwners),
    createKey,
    passkey,
    ownFounding,
  ),
  // Whoever they change counts as them from then on, and could not vote.
  accounts: fc.oneof(
    createAccount,
    createAccount,
    promote(ownAccounts),
    reset(ownAccounts),
    createKey,
    passkey,
  ),
}

/** What they do afterwards, beside the work of the others. */
const work = fc.oneof(
  clock,
  signIn,
  passkey,
  createAccount,
  promote(everybody),
  enable,
  reset(everybody),
  disable,
  createKey,
  reveal,
  reveal,
  uploadDocument,
  uploadDocument,
  reviewDocument,
  reviewDocument,
  createRequest,
  createRequest,
  approveRequest,
  approveRequest,
  honestApproval,
  recordMoney,
  recordMoney,
  allocate,
  importStatement,
  completeRequest,
  takeBack,
  deal,
  importNames,
  saveWebhook,
  ownPolicy,
  honestPolicy,
  ownVotes,
  ownVotes,
  ownVotes,
  honestVote,
  honestVote,
  voteForOthers,
  realPerson,
  ownFounding,
  honestFounding,
)

/** A whole run: many accounts, somebody honest sets a policy, weeks pass, and the person tries. */
export function storyFrom(beginning: Beginning): fc.Arbitrary<Step[]> {
  const start: fc.Arbitrary<Step[]> =
    beginning === 'founders'
      ? fc.tuple(
          step('somebody honest proposes founders', strictPolicies, foundHonestly),
          step('somebody honest sets a policy', strictPolicies, setHonestly),
        )
      : fc.tuple(step('somebody honest sets a policy', strictPolicies, setHonestly))
  return fc
    .tuple(
      fc.array(preparation[beginning], { minLength: scaled(2, 4), maxLength: scaled(4, 8) }),
      start,
      // Founders have added a passkey: their votes count a day later.
      fc.tuple(step('wait', fc.constantFrom(25 * hour, 8 * day, 22 * day), wait), votedLinks, deal),
      fc.array(work, { minLength: scaled(5, 25), maxLength: scaled(10, 70), size: 'max' }),
    )
    .map((parts) => parts.flat())
}
