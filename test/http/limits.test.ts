import { type IncomingHttpHeaders, request } from 'node:http'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { addHooks } from '../../server/platform/http/hooks.ts'
import { createMetrics } from '../../server/platform/http/monitoring/metrics.ts'
import { createReadiness } from '../../server/platform/http/monitoring/readiness.ts'
import { createHttpServer } from '../../server/platform/http/server.ts'
import { isFull } from '../support/cases/scale.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ env: { KONTOR_RATE_LIMIT: 'on' } })

/** The middle of a minute, so that the window cannot end during a test. */
function stopTheClock(minute: number) {
  server.clock.at = new Date(Date.UTC(2026, 10, 1, 12, minute, 15))
}

/** Sends the request target as it is written, which `fetch` does not. */
function sendRaw(
  method: string,
  target: string,
  url = server.url,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(url)
  const headers = { 'content-type': 'application/json', host: 'kontor.example' }
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path: target, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
      .once('error', reject)
      .end(method === 'POST' ? '{}' : undefined)
  })
}

async function passes(count: number, send: () => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>()
  for (let sent = 0; sent < count; sent += 50) {
    const replies = await Promise.all(Array.from({ length: Math.min(50, count - sent) }, send))
    for (const { status } of replies) statuses.add(status)
  }
  return statuses
}

describe('per address without credentials', () => {
  test('300 a minute are accepted, then 429 with Retry-After, until the next minute', async () => {
    stopTheClock(0)
    const send = () => server.anonymous.post('/v1/auth/login', {})
    expect(await passes(300, send)).toEqual(new Set([422]))
    const reply = await send()
    expect(reply).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', context: { retry_after: 45 } },
    })
    expect(reply.headers.get('retry-after')).toBe('45')
    expect(reply.headers.get('ratelimit')).toBe('"default";r=0;t=45')
    expect(reply.headers.get('ratelimit-policy')).toBe('"default";q=300;w=60')
    stopTheClock(1)
    expect((await send()).status).toBe(422)
  })

  test('a path that is written with percent signs counts like the plain one', async () => {
    stopTheClock(10)
    expect(await passes(300, () => server.anonymous.post('/%76%31/auth/login', {}))).toEqual(new Set([422]))
    expect((await server.anonymous.post('/v1/auth/login', {})).status).toBe(429)
    expect((await server.anonymous.post('/%761/auth/login', {})).status).toBe(429)
  })

  test('a request target with a scheme and a host counts like the plain path', async () => {
    stopTheClock(11)
    const send = () => sendRaw('POST', 'http://kontor.example/v1/auth/login')
    expect(await passes(300, send)).toEqual(new Set([422]))
    expect((await send()).status).toBe(429)
    expect((await server.anonymous.post('/v1/auth/login', {})).status).toBe(429)
  })

  test('another address in X-Forwarded-For is ignored, which is logged once', async () => {
    stopTheClock(2)
    const send = (n: number) =>
      server.anonymous.post('/v1/auth/login', {}, { 'x-forwarded-for': `10.0.0.${n % 250}` })
    let sent = 0
    await passes(300, () => send(sent++))
    expect((await send(7)).status).toBe(429)
    expect(server.logged.filter((line) => line.includes('X-Forwarded-For was ignored'))).toHaveLength(1)
  })

  test('health is never limited', async () => {
    stopTheClock(3)
    expect(await passes(400, () => server.anonymous.get('/healthz'))).toEqual(new Set([200]))
  })
})

test.runIf(isFull)('an administrator has 1,200 a minute', async () => {
  stopTheClock(4)
  const owner = await server.signIn()
  const other = await server.signIn()
  const send = () => owner.get('/v1/organizations?limit=0')
  expect(await passes(1200, send)).toEqual(new Set([422]))
  expect((await send()).status).toBe(429)
  expect((await other.get('/v1/organizations?limit=0')).status).toBe(422)
})

describe('however the path is written', () => {
  const spellings = ['/v1/auth/me', '/%761/auth/me', '/v1/%61uth/me', 'http://kontor.example/v1/auth/me']

  test.each(spellings)('responses are not cached, and need a credential: %s', async (target) => {
    stopTheClock(12)
    const { status, headers } = await sendRaw('GET', target)
    expect(status).toBe(401)
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each(spellings)('operations are refused until the service is ready: %s', async (target) => {
    const readiness = createReadiness()
    const app = createHttpServer({ log: pino({ level: 'silent' }), trustedProxies: [], https: false })
    addHooks(app, {
      log: pino({ level: 'silent' }),
      readiness,
      corsOrigins: [],
      hasTrustedProxies: false,
      authenticator: {
        authenticate: () => {
          throw new Error('not asked while the service starts')
        },
      },
      refuseUnlessFresh: () => undefined,
      rateLimit: null,
      rateCounts: { count: () => ({ requests: 0, secondsLeft: 0 }), counted: () => 0 },
      audit: { record: () => {} },
      metrics: createMetrics(),
    })
    app.get('/v1/auth/me', async () => 'served')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const phase of ['starting', 'stopping'] as const) {
      readiness.set(phase)
      expect((await sendRaw('GET', target, url)).status).toBe(503)
    }
    await app.close()
  })
})
