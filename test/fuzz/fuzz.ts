import type { Access, Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { permissionsOf, type Role, roles } from '../../contract/roles.ts'
import { validInn } from '../factories.ts'
import { checkAgainstOpenApi } from '../openapi-check.ts'
import { randomFrom } from '../random.ts'
import { createRequests, type OpenApi, type Shot } from './requests.ts'
import type { Dictionary } from './values.ts'

export type Caller = Role | 'anonymous' | 'stranger'

export interface Findings {
  requests: number
  statuses: Record<string, number>
  /** Operations that were never answered with success, by anybody. */
  neverDone: string[]
  defects: string[]
}

/** Fields of answers that hold a secret, and so may not appear in any other answer. */
const secretFields = new Set(['mnemonic', 'secret_key', 'refresh_token', 'key', 'secret', 'recovery_codes'])
const parallel = 8
const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

/**
 * Sends requests made from the service's own description, as every role, and looks at each answer: no 500, nothing
 * undeclared, nothing that does not fit its schema, no secret where it does not belong, no role beyond its row.
 */
export async function fuzz({
  url,
  requests,
  seed,
  signIn,
  onProgress = () => {},
}: {
  url: string
  requests: number
  seed: number
  /** A new session of somebody with this role; sessions end, because the requests also end sessions. */
  signIn: (role: Role) => Promise<string>
  onProgress?: (done: number, defects: number) => void
}): Promise<Findings> {
  const random = randomFrom(seed)
  const dictionary: Dictionary = new Map()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
  const shots = createRequests(document, random, dictionary)
  const tokens = new Map<Role, string>()
  const findings: Findings = { requests: 0, statuses: {}, neverDone: [], defects: [] }
  const done = new Set<string>()
  const secrets: { value: string; from: string }[] = []

  async function one(index: number): Promise<void> {
    // Each operation as each caller before the next round.
    const caller = callers[Math.floor(index / shots.count) % callers.length] as Caller
    const shot = shots.shot(index)
    const answer = await send(url, shot, await credential(caller))
    findings.requests += 1
    findings.statuses[answer.status] = (findings.statuses[answer.status] ?? 0) + 1
    const id = shot.operation.operationId
    if (answer.status < 300) done.add(id)
    for (const defect of judge(shot, caller, answer)) {
      findings.defects.push(
        `${caller} ${shot.method} ${shot.path.slice(0, 200)} → ${answer.status}: ${defect}`,
      )
    }
    if (isRole(caller) && answer.status === 401) tokens.delete(caller)
    // An error's request_id names no purchase request.
    if (answer.status < 400) remember(answer.body, id)
  }

  async function credential(caller: Caller): Promise<string | undefined> {
    if (caller === 'anonymous') return undefined
    if (!isRole(caller)) return random.pick(['x', 'kontor_x', 'eyJhbGciOiJub25lIn0.e30.', 'é'])
    const known = tokens.get(caller)
    if (known) return known
    const token = await signIn(caller)
    tokens.set(caller, token)
    return token
  }

  function judge(shot: Shot, caller: Caller, { status, contentType, body, text }: Answer): string[] {
    const defects: string[] = []
    const id = shot.operation.operationId
    if (status === 500) defects.push('500')
    try {
      checkAgainstOpenApi(shot.method, shot.path, { status, contentType, body })
    } catch (error) {
      defects.push((error as Error).message.slice(0, 400))
    }
    const access = byId.get(id)?.access ?? 'signed_in'
    if (status < 400 && !mayCall(caller, access)) defects.push(`${access} was allowed`)
    for (const { value, from } of secrets) {
      if (from !== id && text.includes(value)) defects.push(`holds a secret of ${from}`)
    }
    return defects
  }

  /** Ids for later requests, and secrets that must not come back. */
  function remember(value: unknown, from: string, name = ''): void {
    if (Array.isArray(value)) for (const item of value) remember(item, from, name)
    else if (value !== null && typeof value === 'object') {
      for (const [key, field] of Object.entries(value))
        remember(field, from, key === 'id' ? idName(from) : key)
    } else if (typeof value === 'string') {
      if (secretFields.has(name) && value.length >= 20) {
        secrets.push({ value, from })
        if (secrets.length > 100) secrets.shift()
      } else if (name.endsWith('_id') || name === 'version') {
        const known = dictionary.get(name) ?? []
        if (!known.includes(value)) dictionary.set(name, [value, ...known].slice(0, 20))
      }
    }
  }

  await plant(url, await signIn('owner'), remember)
  let next = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (next < requests && findings.defects.length < 100) {
        await one(next++)
        if (findings.requests % 500 === 0) onProgress(findings.requests, findings.defects.length)
      }
    }),
  )
  findings.neverDone = [...byId.keys()].filter((id) => !done.has(id))
  return findings
}

const callers: Caller[] = [...roles, 'owner', 'anonymous', 'stranger']

function isRole(caller: Caller): caller is Role {
  return (roles as string[]).includes(caller)
}

function mayCall(caller: Caller, access: Access): boolean {
  if (access === 'anyone') return true
  if (!isRole(caller)) return false
  return access === 'signed_in' || permissionsOf(caller).has(access)
}

/** What the id in an answer of this operation is called in paths. */
function idName(operationId: string): string {
  const path = byId.get(operationId)?.path ?? ''
  const resource = path.split('/')[2] ?? ''
  return (
    {
      organizations: path.includes('wallets') ? 'wallet_id' : 'organization_id',
      'purchase-requests': 'request_id',
      administrators: 'administrator_id',
      sessions: 'session_id',
      'api-keys': 'api_key_id',
      webhooks: path.includes('deliveries') ? 'delivery_id' : 'webhook_id',
      'secret-approvals': 'approval_id',
    }[resource] ?? 'id'
  )
}

/** Something of everything, so that requests do not only meet empty places. */
async function plant(
  url: string,
  token: string,
  remember: (value: unknown, from: string) => void,
): Promise<void> {
  const post = async (from: string, path: string, body?: unknown) => {
    const shot = { method: 'POST', path, headers: { 'content-type': 'application/json' } }
    const operation = { operationId: from, responses: {} }
    const answer = await send(url, { ...shot, operation, body: JSON.stringify(body ?? {}) }, token)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    remember(answer.body, from)
    return answer.body as { id: string }
  }
  for (let index = 0; index < 3; index++) {
    const requisites = { inn: validInn(880_000_000 + index), ogrn: '1027700132195', full_name: 'Ромашка' }
    const { id } = await post('createOrganization', '/v1/organizations', requisites)
    await post('createWallets', `/v1/organizations/${id}/wallets/create`)
    for (const asset of ['USDT', 'TRX']) {
      const request = { organization_id: id, asset, network: 'tron', crypto_amount: '10', rate: '90' }
      await post('createPurchaseRequest', '/v1/purchase-requests', { ...request, fiat_currency: 'RUB' })
    }
  }
  await post('createApiKey', '/v1/api-keys', { name: 'A key', scopes: ['organizations:read'] })
}

interface Answer {
  status: number
  contentType: string | null
  body: unknown
  text: string
}

async function send(url: string, shot: Shot, token: string | undefined): Promise<Answer> {
  const stop = new AbortController()
  const response = await fetch(url + shot.path, {
    method: shot.method,
    redirect: 'manual',
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
    headers: {
      ...shot.headers,
      ...(token !== undefined && { authorization: `Bearer ${Buffer.from(token).toString('latin1')}` }),
    },
    ...(shot.body !== undefined && { body: shot.body }),
  })
  const contentType = response.headers.get('content-type')
  if (contentType?.startsWith('text/event-stream')) {
    // It never ends by itself.
    stop.abort()
    return { status: response.status, contentType, body: undefined, text: '' }
  }
  const text = await response.text()
  const body = contentType?.startsWith('application/json') ? JSON.parse(text) : text
  return { status: response.status, contentType, body, text }
}
