import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'

const isInstalled = spawnSync('haproxy', ['-v']).status === 0

describe.skipIf(!isInstalled)('the HAProxy example', () => {
  const seen: (string | undefined)[] = []
  const node = createServer((request, response) => {
    seen.push(request.url)
    response.end('from the node')
  })
  let proxy: ChildProcess
  let port: number
  let file: string

  beforeAll(async () => {
    node.listen(0, '127.0.0.1')
    await new Promise((resolve) => node.once('listening', resolve))
    port = await freePort()
    const target = `127.0.0.1:${(node.address() as AddressInfo).port}`
    const example = readFileSync(join(import.meta.dirname, '../../docs/haproxy.cfg'), 'utf8')
    const config = example
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      // More than the open files that tests may have.
      .replace('maxconn 20000', 'maxconn 100')
      .replaceAll(/\bnode\d:8080/g, target)
    expect(config).toContain(target)
    file = join(mkdtempSync(join(inject('runDir'), 'haproxy-')), 'haproxy.cfg')
    writeFileSync(file, config)
    proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    await until(
      'HAProxy serves',
      async () => {
        if (proxy.exitCode !== null) throw new Error(`HAProxy ended with ${proxy.exitCode}`)
        return (await get('/healthz').catch(() => 0)) === 200
      },
      { seconds: 30 },
    )
  })
  afterAll(() => {
    proxy?.kill('SIGKILL')
    node.close()
    node.closeAllConnections()
  })

  function get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path, agent: false, headers: { host: 'kontor.example' } },
        (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode ?? 0))
        },
      )
        .once('error', reject)
        .end()
    })
  }

  test('is valid, without a warning', async () => {
    // Rejects if HAProxy refuses the file.
    const { stdout, stderr } = await promisify(execFile)('haproxy', ['-c', '-f', file])
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
  })

  test.each(['/metrics', '/%6Detrics', '/%6d%65%74rics?x=1', 'http://kontor.example/%6Detrics'])(
    'does not pass on %s',
    async (path) => {
      expect(await get(path)).toBe(404)
      expect(seen.filter((url) => /etrics|%65/i.test(url ?? ''))).toEqual([])
    },
  )

  test('passes on everything else', async () => {
    // On a busy machine HAProxy may take the node for dead for a moment.
    await expect.poll(() => get('/v1/organizations?q=%6Detrics'), { timeout: 30_000 }).toBe(200)
    expect(seen).toContain('/v1/organizations?q=%6Detrics')
  })
})
