import { chmodSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { randomFrom } from '../support/cases/random.ts'
import { isFull } from '../support/cases/scale.ts'
import { testSeed } from '../support/cases/seed.ts'
import { startPair } from '../support/database/replica.ts'
import { freePort } from '../support/processes/free-port.ts'
import { startProcess, untilReady } from '../support/processes/service-process.ts'
import { type Blow, startVictim } from '../torture/victim.ts'
import { startFollower } from './follower.ts'

const account = { email: 'owner@example.com', password: 'correct horse battery staple' }
const env = {
  KONTOR_RATE_LIMIT: 'off',
  KONTOR_ADMIN_EMAIL: account.email,
  KONTOR_ADMIN_PASSWORD: account.password,
  KONTOR_VAULT_KEY: '11'.repeat(32),
}
const blows: Blow[] = ['service', 'postgres', 'both']
const rounds = 40
const writers = 4

/** Signs in, writes and reads at any of these nodes, each request until it is answered. */
function createCaller(urls: () => readonly string[]) {
  let token = ''
  let calls = 0

  async function call(method: string, path: string, body?: unknown, key?: string) {
    for (;;) {
      calls += 1
      const nodes = urls()
      const response = await fetch(`${nodes[calls % nodes.length]}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch(() => undefined)
      // biome-ignore lint/suspicious/noExplicitAny: responses of several shapes, as in the harness
      const content = (await response?.json().catch(() => undefined)) as any
      if (response && content && response.status !== 503) return { status: response.status, body: content }
      await wait(20)
    }
  }

  return {
    token: () => token,
    async signIn(): Promise<void> {
      token = (await call('POST', '/v1/auth/login', account)).body.access_token
    },
    /** Makes keys until it is told to stop; returns the ids of those that are there for certain. */
    async write(writer: string, stop: AbortSignal, made: Set<string>): Promise<void> {
      for (let number = 0; !stop.aborted; number++) {
        const name = `${writer}-${number}`
        const { status, body } = await call('POST', '/v1/api-keys', { name, scopes: ['requests:read'] }, name)
        const id = status === 201 ? body.api_key.id : body.context?.api_key_id
        if (!id) throw new Error(`${status} ${JSON.stringify(body)}`)
        made.add(id)
      }
    },
    /** The keys of the audit log after a row, in its order. */
    async committedSince(seq: number): Promise<string[]> {
      const ids: [number, string][] = []
      for (let offset = 0, total = 1; offset < total; offset += 200) {
        const { body } = await call(
          'GET',
          `/v1/audit-events?action=api_key.created&limit=200&offset=${offset}`,
        )
        total = body.total
        for (const row of body.items) if (row.seq > seq) ids.push([row.seq, row.object.id])
      }
      return ids.toSorted(([a], [b]) => a - b).map(([, id]) => id)
    },
    async lastSeq(): Promise<number> {
      return (await call('GET', '/v1/audit-events?limit=1')).body.items[0].seq
    },
  }
}

/** Writers and a follower while something happens; then what was seen is compared with the audit log. */
async function followThrough(
  urls: () => readonly string[],
  seed: number,
  happen: (enough: (writes: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const caller = createCaller(urls)
  await caller.signIn()
  const start = await caller.lastSeq()
  const follower = await startFollower({ urls, token: caller.token, random: randomFrom(seed) })
  const made = new Set<string>()
  const stop = new AbortController()
  const load = Promise.all(
    Array.from({ length: writers }, (_, writer) => caller.write(`${start}-${writer}`, stop.signal, made)),
  )
  await happen(async (writes) => {
    const enough = made.size + writes
    while (made.size < enough) await Promise.race([wait(10), load])
  })
  stop.abort()
  await load
  await follower.stop()

  const seen = follower.seen.filter(({ type }) => type === 'api_key.created').map(({ object }) => object.id)
  expect(seen).toEqual(await caller.committedSince(start))
  expect([...made].filter((id) => !seen.includes(id))).toEqual([])
}

test.runIf(isFull)(
  'through kill -9 of service and database a follower misses no change and sees none twice',
  { timeout: 900_000 },
  async () => {
    const seed = testSeed()
    const random = randomFrom(seed)
    const dataDir = mkdtempSync(join(inject('runDir'), 'followed-'))
    chmodSync(dataDir, 0o711)
    const victim = await startVictim({ ...env, PORT: String(await freePort()) }, dataDir)
    try {
      for (let round = 0; round < rounds; round++) {
        await followThrough(
          () => [victim.url],
          seed + round,
          async (enough) => {
            await enough(3)
            await wait(random.below(300))
            await victim.strike(random.pick(blows))
            await enough(3)
          },
        )
      }
    } finally {
      await victim.stop()
    }
  },
)

test.runIf(isFull)(
  'through a fail-over a follower misses no change and sees none twice',
  { timeout: 300_000 },
  async () => {
    const directory = mkdtempSync(join(inject('runDir'), 'followed-pair-'))
    const pair = await startPair(directory)
    const nodes = await Promise.all(
      ['node1', 'node2'].map((name) =>
        startProcess({ ...env, DATABASE_URL: pair.url, KONTOR_DATA_DIR: join(directory, name) }),
      ),
    )
    try {
      for (const node of nodes) await untilReady(node)
      await followThrough(
        () => nodes.map(({ url }) => url),
        testSeed(),
        async (enough) => {
          await enough(20)
          pair.primary.kill('SIGKILL')
          await pair.primary.ended
          await pair.promote()
          await enough(20)
        },
      )
    } finally {
      for (const { child } of nodes) child.kill('SIGKILL')
      pair.stop()
    }
  },
)
