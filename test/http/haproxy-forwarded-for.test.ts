import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'

const program = ['haproxy', '/usr/sbin/haproxy'].find((path) => spawnSync(path, ['-v']).status === 0)

test.runIf(program)('HAProxy passes on its own view of the address, not what a client claims', async () => {
  const seen: (string | string[] | undefined)[] = []
  const node = http.createServer((request, response) => {
    if (request.url === '/v1/auth/me') seen.push(request.headers['x-forwarded-for'])
    response.end()
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  const entrance = await freePort()
  const file = join(mkdtempSync(join(inject('runDir'), 'haproxy-')), 'haproxy.cfg')
  const example = readFileSync(join(import.meta.dirname, '../../docs/haproxy.cfg'), 'utf8')
  writeFileSync(
    file,
    example
      .replace('maxconn 20000', 'maxconn 100')
      .replace('bind :8080', `bind 127.0.0.1:${entrance}`)
      .replaceAll(/(?<=server node\d )node\d:8080/g, `127.0.0.1:${port}`),
  )
  const proxy = spawn(program as string, ['-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${entrance}`
  try {
    await until('HAProxy serves', async () => (await fetch(`${url}/healthz`)).status === 200, {
      seconds: 60,
    })
    await fetch(`${url}/v1/auth/me`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(seen).toEqual(['127.0.0.1'])
  } finally {
    proxy.kill('SIGKILL')
    node.close()
  }
})
