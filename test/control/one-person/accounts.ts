import type { Role } from '../../../contract/api/roles.ts'
import { fc } from '../../support/cases/properties.ts'
import type { Client, Reply } from '../../support/service/harness.ts'
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
import { any, role, step } from './step.ts'
import { setReally, voteWithAll, waiting } from './votes.ts'
import { attempt, keyClient, pick, sessionOf, type Tried, type World } from './world.ts'

type Targets = (world: World) => Account[]
export const ownAccounts: Targets = ({ hand }) => hand
/** All but one account of the person and two honest owners, who are founders. */
export const notOwners: Targets = ({ hand, honest }) => [
  ...hand.slice(1),
  ...honest.filter(({ role }) => role !== 'owner').map(({ account }) => account),
]
/** Whoever exists: accounts of the person, and honest ones. */
export const everybody: Targets = ({ hand, honest }) => [...hand, ...honest.map(({ account }) => account)]

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

export const clock = step(
  'wait',
  fc.constantFrom(5 * minute, 20 * minute, 5 * hour, 25 * hour, 8 * day, 22 * day),
  wait,
)

export async function wait(world: World, ms: number): Promise<void> {
  later(world.server, ms)
  // Access tokens run out. The person signs in again, with every account that still can.
  if (ms === 5 * minute) return
  for (const account of world.hand) {
    account.sessions = []
    await newSession(world.server, account)
  }
}

export const signIn = step('sign in', any, async (world, index) => {
  const account = pick(world.hand, index)
  if (account) await newSession(world.server, account)
})

export const passkey = step('add a passkey', any, async (world, index) => {
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

export const createAccount = step('create an account', fc.tuple(any, role), async (world, [by, role]) => {
  if (world.hand.length <= 5) await askForAccount(world, sessionOf(world, by), role)
})

/** For as long as this takes, honest colleagues vote for whatever the person asks. */
export async function withVotes(world: World, run: () => Promise<unknown>): Promise<void> {
  const { votesForEvery } = world
  world.votesForEvery = 1
  await run()
  world.votesForEvery = votesForEvery
}

/**
 * Others vote for a new account and for a reset of a colleague, and each link is tried alone. A day later, when votes of
 * new accounts count, the person tries to be two.
 */
export const votedLinks = step(
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

export const promote = (targets: Targets) =>
  step('change a role', fc.tuple(any, any, role), (world, [by, target, role]) =>
    changeAccount(
      world,
      sessionOf(world, by),
      pick(targets(world), target),
      'administrator.change_role',
      (client, path, headers) => client.patch(path, { role }, headers),
    ),
  )

export const enable = step('enable', fc.tuple(any, any), (world, [by, target]) =>
  changeAccount(
    world,
    sessionOf(world, by),
    pick(everybody(world), target),
    'administrator.enable',
    (client, path, headers) => client.post(`${path}/enable`, undefined, headers),
  ),
)

export const reset = (targets: Targets) =>
  step('reset', fc.tuple(any, any), (world, [by, target]) =>
    askForReset(world, sessionOf(world, by), pick(targets(world), target)),
  )

export const disable = step('disable', fc.tuple(any, any), async (world, [by, target]) => {
  const account = pick(everybody(world), target)
  if (account) await sessionOf(world, by)?.post(`/v1/administrators/${account.id}/disable`)
})

export const createKey = step('create a key', any, (world, by) => askForKey(world, sessionOf(world, by)))

async function askForKey(world: World, client: Client | undefined): Promise<void> {
  if (!client) return
  const scopes = [
    ...['documents:read', 'documents:write', 'requests:read', 'requests:write', 'payments:write'],
    'webhooks:write',
  ]
  const body = { name: `Ключ ${newEmail()}`, scopes }
  const reply = await attempt(world, client, { act: 'api_key.create', key: body.name }, (headers) =>
    client.post('/v1/api-keys', body, headers),
  )
  if (reply.status === 201) world.keys.push({ client: keyClient(world, reply.body.key) })
}

const what = fc.constantFrom('mnemonic', 'secret-keys')
export const reveal = step(
  'read a secret',
  fc.tuple(any, what, fc.boolean()),
  async (world, [by, what, named]) => {
    const client = sessionOf(world, by)
    if (!client) return
    const path = `/v1/organizations/${world.organizationId}/wallets/${what}`
    const { organizationId } = world
    const approvalId = named ? (await waiting(client)).at(-1)?.id : undefined
    const intended = { act: 'wallet.reveal', key: what, organizationId } as const
    await attempt(world, client, intended, (headers) => client.get(path, headers), { approvalId })
  },
)
