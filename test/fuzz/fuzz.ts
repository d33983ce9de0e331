import type { Operation } from '../../contract/api/operation.ts'
import type { Role } from '../../contract/api/roles.ts'
import { operations } from '../../contract/operations/features.ts'
import { randomFrom } from '../support/cases/random.ts'
import { checkAgainstOpenApi } from '../support/http/openapi-check.ts'
import { wholeDescription } from '../support/http/whole-description.ts'
import type { IdentityProvider } from '../support/outside/identity-provider.ts'
import { startReceiver } from '../support/outside/webhook-receiver.ts'
import { callers as allCallers, type Caller, isAllowed } from './callers.ts'
import { createMemory } from './memory.ts'
import { createRequests, type OpenApi, type Shot } from './requests.ts'
import { rightRequests } from './right-requests.ts'
import { type Response, send } from './send.ts'
import { createWorld, type Session } from './world.ts'

export interface Findings {
  requests: number
  statuses: Record<string, number>
  /** How often each operation was answered with each status. */
  reached: Map<string, Map<number, number>>
  /** Operations that were never answered with success, by anybody. */
  neverDone: string[]
  defects: string[]
}

interface RightShot {
  shot: Shot
  token: string | undefined
  /** Whether another caller can send it as well. */
  isAnybodys: boolean
}

const parallel = 8
/**
 * Once each operation was rightly asked for by each caller, this share of the others is right as well. Right requests need
 * organizations, wallets and people who sign in, which take most of the time: a long run makes fewer of them.
 */
const rightShare = { first: 0.12, later: 0.02, laterAfter: 20_000 }
/** What somebody else did between making a thing and asking for it may spoil a right request, but hardly thrice. */
const rightTries = 3
/** But while some stop signing and others start it for their transfers, each of them waits for the others to be done. */
const contested = {
  status: 409,
  tries: 30,
  operations: ['startSigning', 'signTransfer', 'broadcastTransfer'],
}
/** After so many requests, old webhook endpoints are deleted. */
const webhookTurn = 1_000
/** What the policy may answer to a role that has the permission: only owners and custodians ask for secrets and vote on them. */
const byPolicy: Record<string, number[]> = {
  voteOnApproval: [403],
  // A key withdraws what it asked for itself.
  withdrawApproval: [403, 404],
  // Rules of the environment ask for two people already.
  proposeFounding: [409],
  confirmFounding: [409],
  withdrawFounding: [404],
}
const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

/** What the service must be told, so that right requests can succeed and wrong ones do not use up the limits. */
export const surroundings = {
  KONTOR_RATE_LIMIT: 'off',
  KONTOR_REVEAL_APPROVAL: 'second-administrator',
  KONTOR_TRANSFERS: 'on',
  KONTOR_TRUSTED_PROXIES: '127.0.0.1',
  KONTOR_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
}

/**
 * Sends requests made from the service's own description, as every role and with keys of every scope, and looks at each
 * response: no 500, nothing undeclared, nothing that does not fit its schema, no secret where it does not belong, nobody
 * beyond their row. First each operation as each caller in the right way, which must be done for those who may.
 */
export async function fuzz({
  url,
  requests,
  from = 0,
  seed,
  signIn,
  provider,
  callers = allCallers,
  onProgress = () => {},
  onDefect = () => {},
}: {
  url: string
  /** Random requests, after each operation was sent once in the right way by each caller. */
  requests: number
  /** The number of the first random request: a long run can be made in portions, because a request follows from its number. */
  from?: number
  seed: number
  /** A new session of a new administrator with this role; sessions end, because the requests also end sessions. */
  signIn: (role: Role) => Promise<Session>
  /** The identity provider of the service. */
  provider: IdentityProvider
  callers?: readonly Caller[]
  onProgress?: (done: number, defects: number) => void
  onDefect?: (defect: string) => void
}): Promise<Findings> {
  const random = randomFrom(seed)
  const memory = createMemory()
  const document = wholeDescription((await (await fetch(`${url}/openapi.json`)).json()) as OpenApi)
  const shots = createRequests(document, random, memory.dictionary)
  const rightOnce = shots.count * callers.length
  const receiver = await startReceiver()
  const world = createWorld({ url, hookUrl: receiver.url, signIn, spare: memory.spare, provider })
  const credentials = new Map<Caller, Promise<string>>()
  /** Right requests that were refused and so have changed nothing: the next caller can send them. */
  const unspent = new Map<number, Shot>()
  const findings: Findings = {
    requests: 0,
    statuses: {},
    reached: new Map(shots.operations.map(({ operation }) => [operation.operationId, new Map()])),
    neverDone: [],
    defects: [],
  }

  async function one(index: number): Promise<void> {
    const at = index % shots.count
    const caller = callers[Math.floor(index / shots.count) % callers.length] as Caller
    const isFirst = index < rightOnce
    if (index % webhookTurn === webhookTurn - 1) await world.deleteOldWebhooks()
    // The choices depend on the index alone, not on which of the parallel requests was answered first.
    const choices = seed ^ Math.imul(index, 0x9e3779b1)
    random.restart(choices)
    const share = index < rightShare.laterAfter ? rightShare.first : rightShare.later
    if (!isFirst && !random.chance(share)) {
      await fire(caller, shots.shot(at), await credential(caller))
      return
    }
    const { shot, token, isAnybodys } = await right(at, caller)
    random.restart(~choices)
    const dice = random.next()
    // A right request with something wrong in it, or sent twice at the same moment.
    if (!isFirst && dice < 0.3) await fire(caller, shots.spoilt(shot), token)
    else if (!isFirst && dice < 0.4) await Promise.all([fire(caller, shot, token), fire(caller, shot, token)])
    else await insist(at, caller, { shot, token, isAnybodys })
  }

  async function right(at: number, caller: Caller): Promise<RightShot> {
    const kept = unspent.get(at)
    unspent.delete(at)
    if (kept) return { shot: kept, token: await credential(caller), isAnybodys: true }
    const { path, method, operation } = shots.operations[at] as (typeof shots.operations)[number]
    const make = rightRequests.get(operation.operationId)
    const { body, headers = {}, session, ...made } = make ? await make(world, caller.role) : { path }
    const isForm = body instanceof FormData
    return {
      shot: {
        operation,
        method,
        path: made.path,
        headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
        body: body === undefined || isForm || typeof body === 'string' ? body : JSON.stringify(body),
      },
      token: caller.role && session ? session.token : await credential(caller),
      isAnybodys: !session,
    }
  }

  /** Who may must succeed, and who may not must hear so. */
  async function insist(at: number, caller: Caller, first: RightShot): Promise<void> {
    let { shot, token, isAnybodys } = first
    const { operationId } = shot.operation
    const operation = byId.get(operationId) as Operation
    const expected = isAllowed(caller, operation, jsonOf(shot.body))
      ? [operation.success, ...(byPolicy[operationId] ?? [])]
      : [caller.role || caller.scopes ? 403 : 401, ...(operationId === 'logout' ? [401] : [])]
    for (let tried = 1; ; tried++) {
      const { status, text } = await fire(caller, shot, token)
      const asked = caller.scopes && expected.includes(operation.success) && approvalIn(text)
      if (asked && tried <= rightTries) {
        // A key asks; once people have approved, it does the same again.
        await world.vote(asked)
        continue
      }
      if (expected.includes(status)) {
        if (status >= 400 && isAnybodys) unspent.set(at, shot)
        return
      }
      // Declared, and right on a busy machine; it says nothing about the caller.
      if (status === 503) return
      const isContested = status === contested.status && contested.operations.includes(operationId)
      if (tried >= (isContested ? contested.tries : rightTries)) {
        return found(caller, shot, status, `a right request, expected ${expected}: ${text.slice(0, 300)}`)
      }
      ;({ shot, token, isAnybodys } = await right(at, caller))
    }
  }

  async function fire(caller: Caller, shot: Shot, token: string | undefined): Promise<Response> {
    const response = await send(url, shot, token)
    if (!response) {
      found(caller, shot, 0, 'there was no response')
      return { status: 0, headers: new Headers(), body: undefined, text: '' }
    }
    const { status } = response
    const id = shot.operation.operationId
    findings.requests += 1
    findings.statuses[status] = (findings.statuses[status] ?? 0) + 1
    const reached = findings.reached.get(id)
    reached?.set(status, (reached.get(status) ?? 0) + 1)
    for (const defect of judge(shot, caller, response)) found(caller, shot, status, defect)
    if (status === 401) credentials.delete(caller)
    // An error's request_id names no purchase request.
    if (status < 400) memory.remember(response.body, byId.get(id))
    if (findings.requests % 500 === 0) onProgress(findings.requests, findings.defects.length)
    return response
  }

  function found(caller: Caller, shot: Shot, status: number, defect: string): void {
    const what = `${caller.name}: ${shot.method} ${shot.path.slice(0, 200)} → ${status}: ${defect}`
    findings.defects.push(what)
    onDefect(what)
  }

  async function credential(caller: Caller): Promise<string | undefined> {
    if (!caller.role && !caller.scopes) {
      if (caller.name === 'anonymous') return undefined
      return random.pick(['x', 'kontor_x', 'eyJhbGciOiJub25lIn0.e30.', 'é'])
    }
    const known = credentials.get(caller)
    if (known) return known
    const fresh = newCredential(caller)
    credentials.set(caller, fresh)
    return fresh
  }

  async function newCredential({ role, scopes = [] }: Caller): Promise<string> {
    if (role) return (await world.signIn(role)).token
    return (await world.apiKey(scopes)).key
  }

  function judge(shot: Shot, caller: Caller, { status, headers, body, text }: Response): string[] {
    const defects: string[] = []
    const operation = byId.get(shot.operation.operationId) as Operation
    if (status === 500) defects.push('500')
    try {
      checkAgainstOpenApi(shot.method, shot.path, { status, headers, body })
    } catch (error) {
      defects.push((error as Error).message.slice(0, 400))
    }
    if (status < 400 && !isAllowed(caller, operation, jsonOf(shot.body))) {
      defects.push(`${operation.access} was allowed`)
    }
    for (const from of memory.secretsIn(text, operation.id)) defects.push(`holds a secret of ${from}`)
    return defects
  }

  try {
    let next = 0
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        while (next < rightOnce + requests && findings.defects.length < 100) {
          const number = next++
          await one(number < rightOnce ? number : number + from)
        }
      }),
    )
  } finally {
    await receiver.close()
  }
  findings.neverDone = [...findings.reached]
    .filter(([, statuses]) => ![...statuses.keys()].some((status) => status < 400))
    .map(([id]) => id)
  return findings
}

/** The approval that was asked for; undefined if the answer is another one. */
function approvalIn(text: string): string | undefined {
  const { code, context } = (jsonOf(text) ?? {}) as { code?: string; context?: { approval_id: string } }
  return code === 'approval_required' ? context?.approval_id : undefined
}

/** What the service would read; undefined for what it cannot, or what is no JSON. */
function jsonOf(body: Shot['body']): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
