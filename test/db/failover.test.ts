import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isFull } from '../support/cases/scale.ts'
import { startPair } from '../support/database/replica.ts'
import { type ServiceProcess, startProcess, untilReady } from '../support/processes/service-process.ts'

const account = { email: 'owner@example.com', password: 'correct horse battery staple' }
const writers = 6

let pair: Awaited<ReturnType<typeof startPair>>
const nodes: ServiceProcess[] = []
let token: string

beforeAll(async () => {
  const directory = mkdtempSync(join(inject('runDir'), 'pair-'))
  pair = await startPair(directory)
  for (const name of ['node1', 'node2']) {
    const node = await startProcess({
      DATABASE_URL: pair.url,
      KONTOR_DATA_DIR: join(directory, name),
      KONTOR_VAULT_KEY: '11'.repeat(32),
      KONTOR_ADMIN_EMAIL: account.email,
      KONTOR_ADMIN_PASSWORD: account.password,
      KONTOR_RATE_LIMIT: 'off',
    })
    nodes.push(node)
    await untilReady(node)
  }
  const response = await call('POST', '/v1/auth/login', account)
  token = response.body.access_token
})
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL')
  pair?.stop()
})

let calls = 0

/** At one node after the other, as behind a proxy. */
async function call(method: string, path: string, body?: unknown, key?: string) {
  calls += 1
  const node = nodes[calls % nodes.length] as ServiceProcess
  const response = await fetch(node.url + path, {
    method,
    signal: AbortSignal.timeout(60_000),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: responses of several shapes, as in the harness
  const content = (await response.json()) as any
  return { status: response.status, headers: response.headers, body: content }
}

test.runIf(isFull)(
  'without its standby no write is acknowledged that a failover would lose, no request hangs, and reads continue',
  {
    timeout: 180_000,
  },
  async () => {
    const create = (name: string) =>
      call('POST', '/v1/api-keys', { name, scopes: ['organizations:read'] }, name)
    const names = async () => {
      const { status, body } = await call('GET', '/v1/api-keys?limit=200')
      expect(status).toBe(200)
      return body.items.map(({ name }: { name: string }) => name)
    }
    await pair.loseStandby()
    // More than there are connections: one waits in its commit, others for a lock, others for a connection.
    const lonely = Array.from({ length: 24 }, (_, index) => `lonely-${index}`)
    let settled = false
    const writes = Promise.all(lonely.map(create)).finally(() => {
      settled = true
    })
    let reads = 0
    while (!settled) {
      await names()
      if (!settled) reads += 1
      await wait(200)
    }
    expect(reads).toBeGreaterThan(0)
    for (const { status, body, headers } of await writes) {
      expect(status).toBe(503)
      expect(body.code).toMatch(/^(database_unavailable|outcome_unknown|overloaded|lock_timeout)$/)
      expect(headers.get('retry-after')).toBeTruthy()
    }

    // What the primary committed alone can be seen, but is no response to the repeated request before a standby has it.
    const seen = (await names()).find((name: string) => lonely.includes(name))
    expect(seen).toBeDefined()
    expect(await create(seen)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
    await pair.standbyReturns()
    expect(await create(seen)).toMatchObject({ status: 409, body: { code: 'secret_already_shown' } })
    expect((await create('in-company')).status).toBe(201)
    expect((await names()).filter((name: string) => name === seen)).toEqual([seen])
  },
)

test.runIf(isFull)(
  'after kill -9 of the primary under load and a promotion, all acknowledged writes are there and requests succeed',
  {
    timeout: 120_000,
  },
  async () => {
    const acknowledged = new Set<string>()
    const refusals: { code: string; retryAfter: string | null }[] = []
    let stop = false
    let backAt = 0

    async function write(writer: number): Promise<void> {
      for (let made = 0; !stop; made++) {
        const name = `writer-${writer}-${made}`
        // What was refused, or may have been done, is sent again with the same key until it is answered.
        for (let settled = false; !settled && !stop; ) {
          const body = { name, scopes: ['organizations:read'] }
          const { status, body: response, headers } = await call('POST', '/v1/api-keys', body, name)
          settled = status === 201 || (status === 409 && response.code === 'secret_already_shown')
          if (settled) {
            acknowledged.add(name)
            if (refusals.length > 0) backAt ||= performance.now()
          } else if (status !== 503) {
            throw new Error(`${status} ${response.code}`)
          } else {
            refusals.push({ code: response.code, retryAfter: headers.get('retry-after') })
            await wait(20)
          }
        }
      }
    }
    const load = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const reached = async (count: number) => {
      while (acknowledged.size < count) await Promise.race([wait(10), load])
    }

    await reached(50)
    const killedAt = performance.now()
    pair.primary.kill('SIGKILL')
    while (refusals.length === 0) await Promise.race([wait(10), load])
    await pair.promote()
    await reached(100)
    stop = true
    await load

    const names: string[] = []
    for (let offset = 0, total = 1; offset < total; offset += 200) {
      const { body } = await call('GET', `/v1/api-keys?limit=200&offset=${offset}`)
      total = body.total
      names.push(...body.items.map(({ name }: { name: string }) => name))
    }
    const there = new Set(names)
    expect([...acknowledged].filter((name) => !there.has(name))).toEqual([])
    // Repeated with its key, nothing was made twice.
    expect(names.length).toBe(there.size)
    for (const { code, retryAfter } of refusals) {
      expect(code).toMatch(/^(database_unavailable|outcome_unknown|overloaded|lock_timeout)$/)
      expect(retryAfter).toBeTruthy()
    }
    console.log(
      `${acknowledged.size} writes acknowledged, 0 lost, ${refusals.length} refused, next write ${Math.round(backAt - killedAt)} ms after the kill`,
    )
  },
)
