import { setTimeout as wait } from 'node:timers/promises'
import { validInn } from '../support/given/factories.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import type { Account } from './recorder.ts'

/** A node that can be frozen. */
export interface Pausable {
  name: string
  url: string
  process: { child: { kill(signal: NodeJS.Signals): boolean } }
}

/**
 * What a frozen node has locked is free after 2 s (ADR 242). Its transactions that wait for the same row get it one after
 * the other, so there are some of these spans.
 */
const progressBoundMs = 12_000
/** An emergency stop waits for nothing that a frozen node holds. */
const stopBoundMs = 1_000
/** How long signing goes on between two stops. */
const betweenStopsMs = 3_000
const moves = [{ status: 'in_review' }, { status: 'on_hold', reason_code: 'compliance' }]
/** Writers of the node that is frozen, so that it holds locks when it happens. */
const writers = 4

let made = 0

/**
 * Freezes a node under load for half a minute and more. Meanwhile every other node must go on writing, and must accept the
 * emergency stop. Returns what did not hold.
 */
export async function pauseForLong(
  paused: Pausable,
  others: readonly Pausable[],
  { account, milliseconds }: { account: Account; milliseconds: number },
): Promise<{ said: string; problems: string[] }> {
  const tokens = new Map<string, string>()
  for (const node of [paused, ...others]) tokens.set(node.name, await signIn(node, account))
  const call = (node: Pausable, method: string, path: string, body?: object) =>
    send(node, method, path, tokens.get(node.name) as string, body)
  const organizations = new Map<string, string>()
  const requests = new Map<string, string>()
  for (const node of others) {
    const path = await newOrganization(call, node)
    organizations.set(node.name, path)
    const body = newRequest(path.split('/').at(-1) as string)
    const made = await until200(() => call(node, 'POST', '/v1/purchase-requests', body))
    requests.set(node.name, `/v1/purchase-requests/${made.body.id}/status`)
  }
  // The stop of the last time is over.
  const { body: signing } = await until200(() => call(others[0] as Pausable, 'GET', '/v1/signing'))
  if (signing.is_stopped) await until200(() => call(others[0] as Pausable, 'POST', '/v1/signing/start'))

  const over = new AbortController()
  const load = Promise.all(
    Array.from({ length: writers }, async () => {
      while (!over.signal.aborted) await newOrganization(call, paused, 1).catch(() => undefined)
    }),
  )
  await wait(1_000)
  paused.process.child.kill('SIGSTOP')
  const since = performance.now()
  const stops: number[] = []
  const problems: string[] = []
  const isFrozen = () => performance.now() - since < milliseconds
  const stopping = (async () => {
    for (let n = 0; isFrozen(); n++) {
      const node = others[n % others.length] as Pausable
      const begun = performance.now()
      const { status } = await call(node, 'POST', '/v1/signing/stop', { reason: 'Проверка' })
      const took = Math.round(performance.now() - begun)
      stops.push(took)
      if (status !== 200 || took > stopBoundMs) {
        problems.push(
          `the stop at ${node.name} was answered ${status} after ${took} ms while ${paused.name} was frozen`,
        )
      }
      await until200(() => call(node, 'POST', '/v1/signing/start'))
      await wait(betweenStopsMs)
    }
  })()
  const gaps = others.flatMap((node) => {
    const organization = organizations.get(node.name) as string
    const request = requests.get(node.name) as string
    return [
      progress(node, 'notes', (n) => call(node, 'PATCH', organization, { notes: `${n}` })),
      progress(node, 'status changes', (n) => call(node, 'PATCH', request, moves[n % moves.length])),
    ]
  })

  /** How long no write of this kind was done at most. `n` counts those that were. */
  async function progress(node: Pausable, what: string, write: (n: number) => Promise<Answer>) {
    let last = performance.now()
    let longest = 0
    for (let n = 0; isFrozen(); ) {
      const { status } = await write(n)
      if (status === 200) {
        n += 1
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      } else await wait(100)
    }
    longest = Math.round(Math.max(longest, performance.now() - last))
    if (longest > progressBoundMs)
      problems.push(`${node.name} wrote no ${what} for ${longest} ms while ${paused.name} was frozen`)
    return longest
  }
  try {
    await stopping
    const longest = await Promise.all(gaps)
    return {
      said: `${paused.name} was frozen for ${Math.round((performance.now() - since) / 1000)} s: ${stops.length} stops took at most ${Math.max(...stops)} ms, others wrote nothing for at most ${Math.max(...longest)} ms`,
      problems,
    }
  } finally {
    paused.process.child.kill('SIGCONT')
    over.abort()
    await load
  }
}

type Call = (node: Pausable, method: string, path: string, body?: object) => Promise<Answer>
interface Answer {
  /** 0: no answer. */
  status: number
  body: Record<string, unknown>
}

async function send(
  node: Pausable,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Answer> {
  try {
    const response = await fetch(node.url + path, {
      method,
      signal: AbortSignal.timeout(60_000),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return { status: 0, body: {} }
  }
}

/** Before a pause, other faults may still be felt. */
async function until200(attempt: () => Promise<Answer>, times = 100): Promise<Answer> {
  for (let time = 1; ; time++) {
    const answer = await attempt()
    if (answer.status === 200 || answer.status === 201) return answer
    if (time >= times) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    await wait(200)
  }
}

async function signIn(node: Pausable, account: Account): Promise<string> {
  const { body } = await until200(() => send(node, 'POST', '/v1/auth/login', '', account))
  return String(body.access_token)
}

async function newOrganization(call: Call, node: Pausable, times?: number): Promise<string> {
  const { body } = await until200(() => {
    made += 1
    const inn = validInn(800_000_000 + made)
    return call(node, 'POST', '/v1/organizations', {
      inn,
      ogrn: '1027700132195',
      full_name: `Общество ${inn}`,
    })
  }, times)
  return `/v1/organizations/${body.id}`
}
