import { sql } from 'kysely'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { fc } from '../../support/cases/properties.ts'
import { changeAdministrators } from '../../support/database/proven-rows.ts'
import type { Client, Reply } from '../../support/service/harness.ts'
import { type Account, enrolPasskey, newEmail, newSession, tryLink } from './hand.ts'
import { policies, strictPolicies } from './rules.ts'
import { any, role, step } from './step.ts'
import { attempt, colleague, pick, sessionOf, voteHonestly, type World } from './world.ts'

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

export const ownPolicy = step('set a policy', fc.tuple(any, policies), async (world, [by, rules]) => {
  const client = sessionOf(world, by)
  if (client) await putPolicy(world, client, rules)
})

/** Where there are too few people for three, two are asked for. */
async function orForTwo(rules: PolicyRule[], send: (rules: PolicyRule[]) => Promise<Reply>): Promise<void> {
  const { status } = await send(rules)
  if (status === 422) await send(rules.filter(({ approvals = 0 }) => approvals < 2))
}

export async function setHonestly(world: World, rules: PolicyRule[]): Promise<void> {
  const owner = await colleague(world, 'owner')
  if (owner) await orForTwo(rules, (rules) => owner.put('/v1/policy', { rules }))
}

export const honestPolicy = step('somebody honest sets a policy', policies, setHonestly)

export async function waiting(
  client: Client,
): Promise<{ id: string; act: string; asked_by: { id: string } }[]> {
  return (await client.get('/v1/approvals?status=waiting&limit=20')).body.items ?? []
}

export const ownVotes = step('vote with all accounts', any, voteWithAll)

export async function voteWithAll(world: World, which: number): Promise<void> {
  const [first] = world.hand.flatMap(({ sessions }) => sessions.slice(0, 1))
  const own = first ? (await waiting(first)).filter(({ id }) => world.oracle.isOwn(id)) : []
  const approval = pick(own, which)
  if (!approval) return
  for (const { sessions } of world.hand) {
    const reply = await sessions[0]?.post(`/v1/approvals/${approval.id}/votes`, { decision: 'approve' })
    if (reply?.status === 200 && world.oracle.isForOthers(approval.id))
      throw new Error(`one person voted on what they asked for: ${approval.act}`)
  }
}

/** Somebody honest asks for a new colleague, the person votes with every account, and gets halves. */
export const voteForOthers = step('vote on what somebody honest asks', role, async (world, role) => {
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
export const honestVote = step('somebody honest votes', any, async (world, which) => {
  if (world.votesForEvery === 0) return
  const client = await colleague(world, 'owner')
  const own = client ? (await waiting(client)).filter(({ id }) => world.oracle.isOwn(id)) : []
  const approval = pick(own, which)
  if (approval) await voteHonestly(world, approval.id)
})

export const realPerson = step('somebody real sets the password', any, setReally)

/** The real owner of an account that the person asked for comes with both halves: from then on it is theirs. */
export async function setReally(world: World, which: number): Promise<void> {
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

export const ownFounding = step(
  'propose founders',
  fc.tuple(any, strictPolicies),
  async (world, [by, rules]) => {
    await sendWatchersAway(world)
    await sessionOf(world, by)?.post('/v1/founding', { rules })
    await confirmAll(world)
  },
)

/** An honest owner sends away accounts that are nobody's, and asks everybody else. */
export async function foundHonestly(world: World, rules: PolicyRule[]): Promise<void> {
  const owner = await colleague(world, 'owner')
  if (!owner) return
  for (const { id } of world.hand.slice(1)) await owner.post(`/v1/administrators/${id}/disable`)
  await sendWatchersAway(world)
  await orForTwo(rules, (rules) => owner.post('/v1/founding', { rules }))
  await confirmAll(world)
}

export const honestFounding = step('somebody honest proposes founders', strictPolicies, foundHonestly)
