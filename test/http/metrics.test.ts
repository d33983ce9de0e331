import { request } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isFromThisMachine } from '../../server/platform/http/metrics-access.ts'
import { startServer } from '../support/harness.ts'

/** Sends the path as it is written, which `fetch` does not. */
function statusOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}

const spellings = ['/metrics', '/%6Detrics', '/%6d%65trics?x=1', 'http://kontor.example/metrics']

describe('without a port of their own', () => {
  const server = startServer()

  test.each(spellings)('metrics are for programs on this machine: %s', async (path) => {
    expect(await statusOf(server.url, path)).toBe(200)
  })

  test.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
  ])('a request that a proxy passes on finds nothing: %s', async (header) => {
    for (const path of spellings)
      expect(await statusOf(server.url, path, { [header]: '127.0.0.1' })).toBe(404)
    const reply = await server.anonymous.get('/metrics', { [header]: '127.0.0.1' })
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test.each([
    ['127.0.0.1', 'IPv4', true],
    ['127.8.9.1', 'IPv4', true],
    ['::1', 'IPv6', true],
    ['::ffff:127.0.0.1', 'IPv6', true],
    ['10.0.0.7', 'IPv4', false],
    ['2001:db8::1', 'IPv6', false],
    ['::ffff:10.0.0.7', 'IPv6', false],
    [undefined, undefined, false],
  ])('a request from %s', (remoteAddress, remoteFamily, isLocal) => {
    const socket = { remoteAddress, remoteFamily } as Socket
    expect(isFromThisMachine({ socket, headers: {} })).toBe(isLocal)
  })
})

describe('with KONTOR_METRICS_PORT', () => {
  const server = startServer({ env: { KONTOR_METRICS_PORT: '0' } })

  test('metrics are served there, and nothing else is', async () => {
    await server.service.metricsServer.listen({ host: '127.0.0.1', port: 0 })
    const url = `http://127.0.0.1:${server.service.metricsServer.port()}`
    const response = await fetch(`${url}/metrics`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toContain('kontor_http_unauthorized_total')
    for (const path of ['/', '/healthz', '/v1/organizations']) expect(await statusOf(url, path)).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  test.each(spellings)('the port of the service has none: %s', async (path) => {
    expect(await statusOf(server.url, path)).toBe(404)
  })
})
