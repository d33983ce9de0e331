import type { PolicyRule } from '../../../contract/policy.ts'
import { type Role, roles } from '../../../contract/roles.ts'
import { pdf } from '../../support/document-samples.ts'
import { slotPath, upload } from '../../support/document-uploads.ts'
import { givenOrganization } from '../../support/factories.ts'
import { approve, givenRequest, review } from '../../support/given-purchase-request.ts'
import type { Client, Reply } from '../../support/harness.ts'
import { fc } from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'
import { day, enrolPasskey, hour, later, minute, newEmail, newSession, tryLink } from './hand.ts'
import { policies, strictPolicies } from './rules.ts'
import { attempt, colleague, keyClient, nowOf, pick, sessionOf, type World } from './world.ts'

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
/** Whoever exists: accounts of the person, and honest ones. */
const targetOf = (world: World, index: number) =>
  pick([...world.hand, ...world.honest.map(({ account }) => account)], index)

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
  by: number,
  target: number,
  act: 'administrator.change_role' | 'administrator.enable' | 'administrator.reset',
  send: (client: Client, path: string, headers: Record<string, string>) => Promise<Reply>,
): Promise<void> {
  const [client, account] = [sessionOf(world, by), targetOf(world, target)]
  if (!client || !account) return
  const path = `/v1/administrators/${account.id}`
  const before = await versionOf(world, account.id)
  const isEffect = ({ body }: Reply) => (body.administrator ?? body).version > before
  const key = `${act} ${account.id} ${before}`
  const reply = await attempt(world, client, { act, key }, (headers) => send(client, path, headers), {
    isEffect,
  })
  if (reply.status !== 200) return
  if (act === 'administrator.reset') world.links.set(account.id, reply)
  await useLink(world, account.id)
}

/** Whoever holds the link is that person from now on. The link of a disabled account may work once it is enabled. */
async function useLink(world: World, accountId: string): Promise<void> {
  const link = world.links.get(accountId)
  const taken = link && (await tryLink(world.server, link))
  if (!taken) return
  world.links.delete(accountId)
  world.hand = [...world.hand.filter(({ id }) => id !== taken.id), taken]
  world.honest = world.honest.filter(({ account }) => account.id !== taken.id)
}

const clock = step(
  'wait',
  fc.constantFrom(5 * minute, 20 * minute, 5 * hour, 25 * hour, 8 * day, 22 * day),
  async (world, ms) => {
    later(world.server, ms)
    // Access tokens run out. The person signs in again, with every account that still can.
    if (ms === 5 * minute) return
    for (const account of world.hand) {
      account.sessions = []
      await newSession(world.server, account)
    }
  },
)

const signIn = step('sign in', any, async (world, index) => {
  const account = pick(world.hand, index)
  if (account) await newSession(world.server, account)
})

const passkey = step('add a passkey', any, async (world, index) => {
  const account = pick(world.hand, index)
  if (account) await enrolPasskey(account)
})

const createAccount = step('create an account', fc.tuple(any, role), async (world, [by, role]) => {
  const client = sessionOf(world, by)
  if (!client || world.hand.length > 5) return
  const body = { email: newEmail(), name: 'Ещё один', role }
  const key = `create ${JSON.stringify(body)}`
  const reply = await attempt(world, client, { act: 'administrator.create', key }, (headers) =>
    client.post('/v1/administrators', body, headers),
  )
  if (reply.status !== 201) return
  world.links.set(reply.body.administrator.id, reply)
  await useLink(world, reply.body.administrator.id)
})

const promote = step('change a role', fc.tuple(any, any, role), (world, [by, target, role]) =>
  changeAccount(world, by, target, 'administrator.change_role', (client, path, headers) =>
    client.patch(path, { role }, headers),
  ),
)

const enable = step('enable', fc.tuple(any, any), (world, [by, target]) =>
  changeAccount(world, by, target, 'administrator.enable', (client, path, headers) =>
    client.post(`${path}/enable`, undefined, headers),
  ),
)

const reset = step('reset', fc.tuple(any, any), (world, [by, target]) =>
  changeAccount(world, by, target, 'administrator.reset', (client, path, headers) =>
    client.post(`${path}/reset`, undefined, headers),
  ),
)

const disable = step('disable', fc.tuple(any, any), async (world, [by, target]) => {
  const account = targetOf(world, target)
  if (account) await sessionOf(world, by)?.post(`/v1/administrators/${account.id}/disable`)
})

const createKey = step('create a key', any, async (world, by) => {
  const client = sessionOf(world, by)
  if (!client) return
  const scopes = ['documents:read', 'documents:write', 'requests:read', 'requests:write']
  const body = { name: `Ключ ${newEmail()}`, scopes }
  const reply = await attempt(world, client, { act: 'api_key.create', key: body.name }, (headers) =>
    client.post('/v1/api-keys', body, headers),
  )
  if (reply.status === 201) world.keys.push({ client: keyClient(world, reply.body.key) })
})

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

const createRequest = step(
  'create a request',
  fc.tuple(any, any, amounts),
  async (world, [first, then, amount]) => {
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
    world.requests.push({ id: made.id, amount, did, isDone: false })
  },
)

const approveRequest = step('approve a request', fc.tuple(any, any), async (world, [by, which]) => {
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

async function setHonestly(world: World, rules: PolicyRule[]): Promise<void> {
  await (await colleague(world, 'owner'))?.put('/v1/policy', { rules })
}

const honestPolicy = step('somebody honest sets a policy', policies, setHonestly)

async function waiting(client: Client): Promise<{ id: string; act: string; asked_by: { id: string } }[]> {
  return (await client.get('/v1/approvals?status=waiting&limit=20')).body.items ?? []
}

const ownVotes = step('vote with all accounts', any, async (world, which) => {
  const [first] = world.hand.flatMap(({ sessions }) => sessions.slice(0, 1))
  const own = first ? (await waiting(first)).filter(({ id }) => world.oracle.isOwn(id)) : []
  const approval = pick(own, which)
  if (!approval) return
  for (const { sessions } of world.hand) {
    const reply = await sessions[0]?.post(`/v1/approvals/${approval.id}/votes`, { decision: 'approve' })
    if (reply?.status === 200) throw new Error(`one person voted on what they asked for: ${approval.act}`)
  }
})

/** The colleagues vouch for no accounts: with those they would let the person be two. */
const honestVote = step(
  'somebody honest votes',
  fc.constantFrom<Role>('owner', 'custodian'),
  async (world, role) => {
    if (world.trust === 0) return
    const client = await colleague(world, role)
    const approval =
      client &&
      (await waiting(client)).find(
        ({ act, id }) => !act.startsWith('administrator.') && world.oracle.isOwn(id),
      )
    if (!client || !approval) return
    const reply = await client.post(`/v1/approvals/${approval.id}/votes`, { decision: 'approve' })
    if (reply.status !== 200) return
    world.trust -= 1
    world.counts.votes += 1
    if (reply.body.status === 'approved') world.oracle.granted(approval.id, nowOf(world))
  },
)

/** What a person can do to become many, while no rule asks for two. */
const preparation = fc.oneof(createAccount, createAccount, promote, reset, createKey, passkey)

/** What they do afterwards, beside the work of the others. */
const work = fc.oneof(
  clock,
  signIn,
  passkey,
  createAccount,
  promote,
  enable,
  reset,
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
  saveWebhook,
  ownPolicy,
  honestPolicy,
  ownVotes,
  ownVotes,
  ownVotes,
  honestVote,
)

/** A whole run: many accounts, somebody honest sets a policy, weeks pass, and the person tries. */
export const story: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(preparation, { minLength: 4, maxLength: 8 }),
    step('somebody honest sets a policy', strictPolicies, setHonestly),
    clock,
    fc.array(work, { minLength: 25, maxLength: scaled(35, 70), size: 'max' }),
  )
  .map(([before, policy, wait, after]) => [...before, policy, wait, ...after])
