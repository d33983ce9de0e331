import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { PolicyRule } from '../../../contract/policy.ts'
import type { Role } from '../../../contract/roles.ts'
import { givenOrganization } from '../../support/factories.ts'
import { givenBuyer } from '../../support/given-purchase-request.ts'
import { type Client, client, type Reply, type TestServer } from '../../support/harness.ts'
import { type Account, day, later, newSession, somebody } from './hand.ts'
import { type Attempt, createOracle, type Oracle } from './oracle.ts'

/** One person with accounts, sessions and keys, and honest colleagues who do their work. */
export interface World {
  server: TestServer
  oracle: Oracle
  /** The accounts in the hands of the one person. */
  hand: Account[]
  keys: { client: Client }[]
  /** Links that the person holds and could not use yet, by the account. */
  links: Map<string, Reply>
  honest: { account: Account; role: Role }[]
  /** How many votes the honest colleagues have left: they trust the person that often. */
  trust: number
  organizationId: string
  buyerId: string
  requests: {
    id: string
    amount: { currency: string; value: string }
    did: Record<string, 'honest' | 'own'>
    isDone: boolean
  }[]
  document: { organization: { id: string }; by: 'honest' | 'own'; isDone: boolean } | undefined
  /** What became of acts, so that a run in which nothing happens is noticed. */
  counts: Record<'done' | 'refused' | 'votes', number>
}

const placesOf = new WeakMap<TestServer, { organizationId: string; buyerId: string }>()

/** What every run of a server uses: an organization with a mnemonic, and one that may buy. */
async function places(server: TestServer) {
  const known = placesOf.get(server)
  if (known) return known
  const { id: organizationId } = await givenOrganization(server)
  const maker = await server.signIn('custodian')
  expect((await maker.post(`/v1/organizations/${organizationId}/wallets/create`)).status).toBe(201)
  const made = { organizationId, buyerId: (await givenBuyer(server)).id }
  placesOf.set(server, made)
  return made
}

/** A new world on the same service: everybody of earlier ones is gone, and their policies with them. */
export async function createWorld(server: TestServer, role: Role, trust: number): Promise<World> {
  server.clock.at = new Date(Math.max(Date.now(), server.clock.at?.getTime() ?? 0) + 3 * day)
  const { organizationId, buyerId } = await places(server)
  await server.db.deleteFrom('policies').where('version', '>', 1).execute()
  await server.db.updateTable('administrators').set({ disabled_at: new Date() }).execute()
  const honest: World['honest'] = []
  for (const role of ['owner', 'owner', 'custodian', 'officer'] as const)
    honest.push({ account: await somebody(server, role), role })
  const person = await somebody(server, role)
  later(server, 2 * day)
  person.sessions = []
  await newSession(server, person)
  return {
    server,
    oracle: createOracle(),
    hand: [person],
    keys: [],
    links: new Map(),
    honest,
    trust,
    organizationId,
    buyerId,
    requests: [],
    document: undefined,
    counts: { done: 0, refused: 0, votes: 0 },
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
  return found && newSession(world.server, found.account)
}

export function nowOf({ server }: World): number {
  return (server.clock.at as Date).getTime()
}

/** The rules that apply at this moment, as anybody can read them. */
export async function rulesOf({ server }: World): Promise<PolicyRule[]> {
  const { body } = await (await server.signIn('auditor')).get('/v1/policy')
  return [...body.rules, ...body.floor]
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
): Promise<Reply> {
  const { oracle } = world
  const made: Attempt = { ...intended, key: `${by.id} ${intended.key}`, sessionId: by.sessionId }
  const rules = await rulesOf(world)
  const reply = await send(approvalId ? { 'kontor-approval': approvalId } : {})
  expect(reply.status).toBeLessThan(500)
  if (reply.body?.code === 'approval_required') oracle.asked(reply.body.context.approval_id, made)
  if (reply.status >= 300 || !isEffect(reply)) {
    world.counts.refused += 1
    return reply
  }
  world.counts.done += 1
  const violation = oracle.violation(made, rules, nowOf(world))
  if (violation) throw new Error(`${violation}: ${made.key} under ${JSON.stringify(rules)}`)
  return reply
}

export function keyClient(world: World, key: string): Client {
  return { ...client(world.server, key), id: randomUUID() }
}
