import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../support/cases/random.ts'
import { validInn } from '../support/given/factories.ts'
import { newRequest } from '../support/given/given-purchase-request.ts'
import type { Expected } from '../torture/follower.ts'
import type { Operation } from './linearizability.ts'
import type { SessionCall, VersionedCall, VersionedResult } from './models.ts'

export interface Account {
  email: string
  password: string
}

/** A node under a name that outlives its process. */
export interface Target {
  name: string
  url: string
}

/** An object that all clients call, and what they saw. */
export interface Recorded {
  kind: 'organization' | 'request'
  /** What the clients create it by. */
  name: string
  id: string | undefined
  calls: Operation<VersionedCall, VersionedResult>[]
}

/** A session as one node saw it. */
export interface RecordedSession {
  node: string
  calls: Operation<SessionCall, boolean>[]
}

/** ADR 50: for this long another node may still accept a session that was revoked. */
const revocationBoundMs = 2_500

type Reply = { status: number; body: Record<string, unknown> }
/** `refused`: the service says that nothing happened, or nobody was there. `unknown`: it may have happened. */
type Outcome = Reply | 'refused' | 'unknown'

/** Clients that call the same few objects through all nodes and write down what they see. */
export function createRecorder(targets: readonly Target[], account: Account, random: Random) {
  const objects: Recorded[] = []
  const sessions: RecordedSession[] = []
  let token = ''
  let made = 0

  async function send(
    target: Target,
    method: string,
    path: string,
    body?: unknown,
    bearer = token,
  ): Promise<Outcome> {
    try {
      const response = await fetch(target.url + path, {
        method,
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      if (response.status === 503) return answer.code === 'outcome_unknown' ? 'unknown' : 'refused'
      return { status: response.status, body: answer }
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string }
      return code === 'ECONNREFUSED' ? 'refused' : 'unknown'
    }
  }

  async function signIn(): Promise<{ token: string; session: string }> {
    for (;;) {
      const reply = await send(random.pick(targets), 'POST', '/v1/auth/login', account, '')
      if (isReply(reply) && reply.status === 200) {
        const { session } = reply.body.admin as { session: { id: string } }
        return { token: String(reply.body.access_token), session: session.id }
      }
      await wait(200)
    }
  }

  async function call(client: number, object: Recorded): Promise<void> {
    const target = random.pick(targets)
    const input = nextCall(object)
    const called = performance.now()
    const reply = await send(target, ...requestOf(object, input))
    const returned = performance.now()
    const operation = { name: `client ${client} at ${target.name}`, input, called, returned }
    if (!isReply(reply)) {
      // A read that was not answered says nothing.
      if (reply === 'unknown' && input.call !== 'read') object.calls.push({ ...operation, output: undefined })
      await wait(50)
      return
    }
    if (![200, 201, 409].includes(reply.status)) {
      throw new Error(
        `${object.name}: ${JSON.stringify(input)} → ${reply.status} ${JSON.stringify(reply.body)}`,
      )
    }
    object.calls.push({ ...operation, output: resultOf(object, reply) })
    if (input.call === 'create') object.id ??= idOf(reply)
  }

  function nextCall(object: Recorded): VersionedCall {
    if (object.id === undefined) return { call: 'create' }
    if (random.chance(0.4)) return { call: 'read' }
    const seen = object.calls.findLast(({ output }) => output?.result === 'done')?.output
    const value = object.kind === 'request' ? random.pick(['in_review', 'on_hold']) : randomUUID()
    return random.chance(0.6) && seen?.result === 'done'
      ? { call: 'write', value, version: seen.version }
      : { call: 'write', value }
  }

  /** One session: used at every node, revoked at one, used again. */
  async function recordSession(stop: AbortSignal): Promise<void> {
    const { token: bearer, session } = await signIn()
    const recorded = targets.map((target) => ({
      target,
      node: target.name,
      calls: [] as RecordedSession['calls'],
    }))
    sessions.push(...recorded)
    const use = async ({ target, calls }: (typeof recorded)[number]) => {
      const called = performance.now()
      const reply = await send(target, 'GET', '/v1/auth/me', undefined, bearer)
      if (!isReply(reply)) return
      calls.push({
        name: target.name,
        input: 'use',
        output: reply.status === 200,
        called,
        returned: performance.now(),
      })
    }
    const useForAWhile = async (times: number) => {
      for (let time = 0; time < times && !stop.aborted; time++) {
        await Promise.all(recorded.map(use))
        await wait(50)
      }
    }
    await useForAWhile(5)
    const called = performance.now()
    const revoking = send(random.pick(targets), 'DELETE', `/v1/sessions/${session}`).then((reply) => {
      // Refused: nothing happened, and the session goes on.
      if (reply === 'refused') return
      const isDone = isReply(reply) && reply.status === 200
      for (const { calls } of recorded) {
        const returned = performance.now() + revocationBoundMs
        calls.push({ name: 'revoke', input: 'revoke', output: isDone || undefined, called, returned })
      }
    })
    await useForAWhile(30)
    await revoking
    await useForAWhile(20)
  }

  return {
    objects,
    sessions,
    async start(): Promise<void> {
      ;({ token } = await signIn())
    },
    /** Calls at random until told to stop. Only when an object has many calls, a new one takes its place. */
    async run(client: number, stop: AbortSignal): Promise<void> {
      while (!stop.aborted) {
        const open = objects.filter(({ calls }) => calls.length < 300)
        const object = open.length < 6 ? newObject() : random.pick(open)
        await call(client, object)
      }
    },
    /** Reads at a random node until one answers. */
    async read(path: string): Promise<Reply> {
      for (;;) {
        const reply = await send(random.pick(targets), 'GET', path)
        if (isReply(reply)) return reply
        await wait(50)
      }
    },
    /** The last version of each object that a client was told of; an unknown outcome may have made a later one. */
    versions(): Expected[] {
      return objects.flatMap(({ kind, id, calls }) => {
        const told = calls.map(({ output }) => (output?.result === 'done' ? output.version : 0))
        const type = kind === 'request' ? 'purchase_request' : 'organization'
        return id === undefined ? [] : [{ type, id, version: Math.max(0, ...told), orLater: true }]
      })
    },
    async runSessions(stop: AbortSignal): Promise<void> {
      while (!stop.aborted) await recordSession(stop)
    },
  }

  function newObject(): Recorded {
    made += 1
    const organization = objects.find(({ kind, id }) => kind === 'organization' && id !== undefined)
    const kind = made % 2 === 0 && organization ? 'request' : 'organization'
    const object: Recorded = {
      kind,
      name: kind === 'request' ? `R-${made}` : validInn(600_000_000 + made),
      id: undefined,
      calls: [],
    }
    objects.push(object)
    return object
  }

  function requestOf({ kind, name, id }: Recorded, input: VersionedCall): [string, string, unknown?] {
    const path = kind === 'organization' ? '/v1/organizations' : '/v1/purchase-requests'
    if (input.call === 'create') {
      if (kind === 'organization') {
        return ['POST', path, { inn: name, ogrn: '1027700132195', full_name: `Общество ${name}` }]
      }
      const buyer = objects.find(({ kind, id }) => kind === 'organization' && id !== undefined)?.id as string
      return ['POST', path, { ...newRequest(buyer), external_id: name }]
    }
    if (input.call === 'read') return ['GET', `${path}/${id}`]
    const version = input.version !== undefined && { version: input.version }
    if (kind === 'organization') return ['PATCH', `${path}/${id}`, { notes: input.value, ...version }]
    const reason = input.value === 'on_hold' && { reason_code: 'compliance' }
    return ['PATCH', `${path}/${id}/status`, { status: input.value, ...reason, ...version }]
  }
}

function isReply(outcome: Outcome): outcome is Reply {
  return typeof outcome === 'object'
}

function resultOf({ kind }: Recorded, { status, body }: Reply): VersionedResult {
  if (status === 409) return { result: 'conflict' }
  const value = (kind === 'organization' ? body.notes : body.status) as string | null
  return { result: 'done', version: Number(body.version), value }
}

/** Also known from a conflict: an earlier creation succeeded although nobody was told. */
function idOf({ status, body }: Reply): string {
  if (status === 201) return String(body.id)
  return String((body.context as { existing_id: string }).existing_id)
}
