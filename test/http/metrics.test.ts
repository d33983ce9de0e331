import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { isFromThisMachine } from '../../server/platform/http/monitoring/metrics-access.ts'
import { isFull } from '../support/cases/scale.ts'
import { freePort } from '../support/processes/free-port.ts'
import { spawnService, startProcess, untilReady } from '../support/processes/service-process.ts'
import { cloneDatabase, startServer } from '../support/service/harness.ts'

/** Sends the path as it is written, which `fetch` does not. */
function statusOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // A target with a host must name the same one as the Host header.
    const host = path.startsWith('http:') ? { host: new URL(path).host } : {}
    request({ hostname, port, path, headers: { ...host, ...headers }, agent: false }, (response) => {
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

describe('as a process', () => {
  const environment = async () => ({
    KONTOR_DATA_DIR: mkdtempSync(join(inject('runDir'), 'process-')),
    DATABASE_URL: await cloneDatabase(),
  })

  test.runIf(isFull)('the service opens the port for metrics', async () => {
    const port = await freePort()
    const service = await startProcess({ ...(await environment()), KONTOR_METRICS_PORT: String(port) })
    try {
      await untilReady(service)
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
      expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
    } finally {
      service.child.kill('SIGTERM')
    }
    expect(await service.ended).toBe(0)
  })

  test.runIf(isFull)('a port for metrics that is in use is reported in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { ended, output } = spawnService({ ...(await environment()), KONTOR_METRICS_PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output()).toContain(
      `kontor: KONTOR_METRICS_PORT ${port} on 127.0.0.1 is in use by another program.`,
    )
    other.close()
  })
})
