import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Operation } from '../contract/api/operation.ts'
import { operations } from '../contract/operations/features.ts'
import type { RightRequest } from '../test/fuzz/makers.ts'
import { rightRequests } from '../test/fuzz/right-requests.ts'
import { createWorld, type Session, type World } from '../test/fuzz/world.ts'
import { validInn } from '../test/support/given/factories.ts'
import { newRequest } from '../test/support/given/given-purchase-request.ts'
import { startReceiver } from '../test/support/outside/webhook-receiver.ts'
import type { Question } from './event-loop-server.ts'
import type { HostileInput } from './hostile-files.ts'
import { hostileInputs } from './hostile-inputs.ts'
import { atMost, type Row } from './report.ts'
import { sized } from './scale.ts'

/** No request may hold the event loop longer, in milliseconds. */
const longestHold = 50
/** A garbage collection, or a job of the service, hardly falls into the same request three times. */
const tries = sized(1, 3)
/** Every so many of the operations. */
const every = sized(25, 1)
/** At most so many inputs of an operation. */
const inputs = sized(2, Number.POSITIVE_INFINITY)

/**
 * The worst known input of every operation, one at a time, and how long the event loop of the service was held by it.
 */
export async function run(): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'event-loop-server.ts'))
  const receiver = await startReceiver()
  try {
    const { url } = await message<{ url: string }>(child)
    const world = createWorld({
      url,
      hookUrl: receiver.url,
      signIn: (role) => ask<Session>(child, { ask: 'sign-in', role }),
      spare: () => {},
    })
    await fillLists(world)
    const idle = await holdDuring(child, () => wait(sized(20, 2_000)))
    const rows: Row[] = []
    for (const [index, operation] of operations.entries()) {
      if (index % every > 0) continue
      const right: RightRequest = (await rightRequests.get(operation.id)?.(world, 'owner')) ?? {
        path: operation.path,
      }
      const { token } = right.session ?? (await world.signIn('owner'))
      let worst = { name: '', milliseconds: 0 }
      for (const input of hostileInputs(operation, right).take(inputs)) {
        const milliseconds = await leastHold(child, () => send(url, operation, input, token))
        if (milliseconds > worst.milliseconds) worst = { name: input.name, milliseconds }
        if (milliseconds > longestHold)
          console.error(`${operation.id}, ${input.name}: ${milliseconds.toFixed(0)} ms`)
      }
      rows.push({
        what: `event loop: ${operation.id}`,
        measured: worst.name,
        against: `idle ${idle.toFixed(1)} ms`,
        ...atMost(worst.milliseconds, longestHold, ' ms'),
      })
    }
    const milliseconds = await leastHold(child, () => ask(child, { ask: 'verify' }))
    rows.push({
      what: 'event loop: verification',
      measured: 'of the whole audit log, by the service',
      against: `idle ${idle.toFixed(1)} ms`,
      ...atMost(milliseconds, longestHold, ' ms'),
    })
    return rows
  } finally {
    await receiver.close()
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** A page of organizations and of purchase requests with the longest texts. */
async function fillLists(world: World): Promise<void> {
  const text = 'Ы'.repeat(1_000)
  for (let made = 0; made < sized(2, 100); made++) {
    const { id } = await world.call('POST', '/v1/organizations', {
      inn: validInn(550_000_000 + made),
      ogrn: '1027700132195',
      full_name: text,
      short_name: text,
      legal_address: text,
      actual_address: text,
      notes: text.repeat(4),
    })
    await world.call('POST', '/v1/purchase-requests', { ...newRequest(id), comment: text.repeat(4) })
  }
}

async function leastHold(child: ChildProcess, work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < tries && least > longestHold; turn++)
    least = Math.min(least, await holdDuring(child, work))
  return least
}

async function holdDuring(child: ChildProcess, work: () => Promise<void>): Promise<number> {
  await ask(child, { ask: 'watch' })
  await work()
  return (await ask<{ longest: number }>(child, { ask: 'watched' })).longest
}

/** Whatever the response is: only the time counts. A request that is refused early may be cut off. */
async function send(url: string, { method }: Operation, input: HostileInput, token: string): Promise<void> {
  const { path, headers, body } = input
  try {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    else await response.arrayBuffer()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

async function ask<T>(child: ChildProcess, question: Question): Promise<T> {
  const response = message<T>(child)
  child.send(question)
  return response
}

function message<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`the measured service ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (said) => {
      child.off('exit', failed)
      resolve(said as T)
    })
  })
}
