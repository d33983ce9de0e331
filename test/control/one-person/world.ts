import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Role } from '../../../contract/api/roles.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { rubles } from '../../statements/samples.ts'
import { changeAdministrators, givenLineage } from '../../support/database/proven-rows.ts'
import { givenOrganization } from '../../support/given/factories.ts'
import { givenOwnAccounts } from '../../support/given/given-own-accounts.ts'
import { withoutRules } from '../../support/given/given-policy.ts'
import { givenBuyer } from '../../support/given/given-purchase-request.ts'
import { type Client, client, type Reply, type TestServer } from '../../support/service/harness.ts'
import { type Account, day, later, newSession, sessionOfNow, somebody } from './hand.ts'
import { type Attempt, createOracle, type Oracle } from './oracle.ts'

/** One person with accounts, sessions and keys, and honest colleagues who do their work. */
export interface World {
  server: TestServer
  oracle: Oracle
  /** The accounts in the hands of the one person. */
  hand: Account[]
  keys: { client: Client }[]
  /** Links that the person holds and could not use yet, by the account. */
  links: Map<string, Tried>
  /** Halves of links that accounts of the person were given for their votes. */
  ownHalves: string[]
  /** Halves that honest colleagues were given. They give them to the person whose account it is, never to who asked. */
  honestHalves: string[]
  honest: { account: Account; role: Role }[]
  /** Honest colleagues vote at once for every wish of this number; 0: for none. */
  votesForEvery: number
  wishes: number
  organizationId: string
  buyerId: string
  requests: {
    id: string
    amount: { currency: string; value: string }
    did: Record<string, 'honest' | 'own'>
    isDone: boolean
    /** When its money came, whoever records it. */
    paidAt: string
  }[]
  /** Money that came for a request that took none. */
  credits: { id: string; currency: string }[]
  /** Reads the rules, at the moment of its clock. */
  watcher: { client: Client; at: number } | undefined
  document: { organization: { id: string }; by: 'honest' | 'own'; isDone: boolean } | undefined
  /** What became of acts, so that a run in which nothing happens is noticed. */
  counts: Counts
}

export const counted = ['done', 'refused', 'votes', 'founded', 'links'] as const
/** `links`: those that the person got because others voted. */
export type Counts = Record<(typeof counted)[number], number>

/** Where the other people come from, and what the one person has when a policy is set. */
export type Beginning =
  /** The person invited everybody, so that all count as them until they are founders. */
  | 'founders'
  /** Others are people of their own, and the person has accounts that they made or reset before. */
  | 'accounts'

/** What became of an attempt, and whether others had to vote for it. */
export type Tried = Reply & { neededVotes: boolean }

const placesOf = new WeakMap<TestServer, { organizationId: string; buyerId: string }>()

/** What every run of a server uses: an organization with a mnemonic, and one that may buy. */
async function places(server: TestServer) {
  const known = placesOf.get(server)
  if (known) return known
  const { id: organizationId } = await givenOrganization(server)
  const maker = await server.signIn('custodian')
  expect((await maker.post(`/v1/organizations/${organizationId}/wallets/create`)).status).toBe(201)
  await givenOwnAccounts(await server.signIn('owner'), [rubles])
  const made = { organizationId, buyerId: (await givenBuyer(server)).id }
  placesOf.set(server, made)
  return made
}

/** An account that the person made what it is, before anybody asked for votes. */
async function givenEdge(server: TestServer, made_by: string, id: string, act: 'created' | 'reset') {
  await givenLineage(server, { administrator_id: id, made_by, act, made_at: server.clock.at as Date })
}

/** A new world on the same service: everybody of earlier ones is gone, and their policies with them. */
export async function createWorld(
  server: TestServer,
  { role, votesForEvery, beginning }: { role: Role; votesForEvery: number; beginning: Beginning },
): Promise<World> {
  server.clock.at = new Date(Math.max(Date.now(), server.clock.at?.getTime() ?? 0) + 3 * day)
  const { organizationId, buyerId } = await places(server)
  await withoutRules(server)
  await changeAdministrators(server, { disabled_at: new Date() })
  const honest: World['honest'] = []
  for (const role of ['owner', 'owner', 'custodian', 'officer'] as const)
    honest.push({ account: await somebody(server, role), role })
  const hand: Account[] = [await somebody(server, role)]
  const personId = (hand[0] as Account).id
  if (beginning === 'founders')
    for (const { account } of honest) await givenEdge(server, personId, account.id, 'created')
  else
    for (const act of ['created', 'reset'] as const) {
      const account = await somebody(server, 'owner')
      await givenEdge(server, personId, account.id, act)
      hand.push(account)
    }
  later(server, 2 * day)
  for (const account of hand) {
    account.sessions = []
    await newSession(server, account)
  }
  return {
    server,
    oracle: createOracle(),
    hand,
    keys: [],
    links: new Map(),
    ownHalves: [],
    honestHalves: [],
    honest,
    votesForEvery,
    wishes: 0,
    organizationId,
    buyerId,
    requests: [],
    credits: [],
    document: undefined,
    watcher: undefined,
    counts: { done: 0, refused: 0, votes: 0, founded: 0, links: 0 },
  }
}

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list.length === 0 ? undefined : list[index % list.length]
}

/** A session of the person: any of any account. */
export function sessionOf(world: World, index: number): Client | undefined {
  const account = pick(world.hand, index)
  return account && pick(account.sessions, Math.floor(index / world.hand.length))
}

/** Somebody honest with this role who has signed in just now. */
export async function colleague(world: World, role: Role): Promise<Client | undefined> {
  const found = world.honest.find((one) => one.role === role)
  return found && sessionOfNow(world.server, found.account)
}

/**
 * Honest colleagues vote on something that the person asked for, until it is approved. They vote also on accounts: it
 * confirms the wish, and the half goes to whom they know.
 */
export async function voteHonestly(world: World, approvalId: string): Promise<boolean> {
  for (const { account } of world.honest) {
    const session = await sessionOfNow(world.server, account)
    const reply = await session?.post(`/v1/approvals/${approvalId}/votes`, { decision: 'approve' })
    if (reply?.status !== 200) continue
    if (reply.body.link_half) world.honestHalves.push(reply.body.link_half)
    world.counts.votes += 1
    if (reply.body.status !== 'approved') continue
    world.oracle.granted(approvalId, nowOf(world))
    return true
  }
  return false
}

export function nowOf({ server }: World): number {
  return (server.clock.at as Date).getTime()
}

/** The rules that apply at this moment, as anybody can read them. */
export async function rulesOf(world: World): Promise<PolicyRule[]> {
  const at = nowOf(world)
  if (world.watcher?.at !== at) world.watcher = { client: await world.server.signIn('auditor'), at }
  let reply = await world.watcher.client.get('/v1/policy')
  if (reply.status !== 200) {
    // Sent away with the accounts that are nobody's.
    world.watcher = { client: await world.server.signIn('auditor'), at }
    reply = await world.watcher.client.get('/v1/policy')
  }
  return [...reply.body.rules, ...reply.body.floor]
}

/** Whether honest colleagues vote for this wish. A policy of the person's own would end the rules. */
function isVotedFor(world: World, { act }: Pick<Attempt, 'act'>): boolean {
  if (act === 'policy.change') return false
  world.wishes += 1
  return world.votesForEvery > 0 && world.wishes % world.votesForEvery === 0
}

/** One of the acts of the person: whatever succeeds must be allowed by the rules of that moment. */
export async function attempt(
  world: World,
  by: Client,
  intended: Omit<Attempt, 'sessionId' | 'key'> & { key: string },
  send: (headers: Record<string, string>) => Promise<Reply>,
  {
    approvalId,
    isEffect = () => true,
  }: { approvalId?: string | undefined; isEffect?: (reply: Reply) => boolean } = {},
): Promise<Tried> {
  const { oracle, counts } = world
  const made: Attempt = { ...intended, key: `${by.id} ${intended.key}`, sessionId: by.sessionId }
  const rules = await rulesOf(world)
  const headers: Record<string, string> = approvalId ? { 'kontor-approval': approvalId } : {}
  let reply = await send(headers)
  if (reply.body?.code === 'approval_required') {
    const { approval_id } = reply.body.context
    oracle.asked(approval_id, made, rules)
    if (isVotedFor(world, made) && (await voteHonestly(world, approval_id))) reply = await send(headers)
  }
  expect(reply.status).toBeLessThan(500)
  const tried = { ...reply, neededVotes: oracle.needsVotes(made, rules) }
  if (reply.status >= 300 || !isEffect(reply)) {
    counts.refused += 1
    return tried
  }
  counts.done += 1
  const violation = oracle.violation(made, rules, nowOf(world))
  if (violation) throw new Error(`${violation}: ${made.key} under ${JSON.stringify(rules)}`)
  return tried
}

export function keyClient(world: World, key: string): Client {
  return { ...client(world.server, key), id: randomUUID() }
}
