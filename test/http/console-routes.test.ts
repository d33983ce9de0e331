import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { consoleRoutes } from '../../server/platform/http/console-routes.ts'

const apps: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

async function serve(folder: string): Promise<string> {
  const app = Fastify()
  apps.push({ close: () => app.close() })
  consoleRoutes(app, { folder })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

function built(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="%nonce%"><p>Kontor</p>')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'plain()')
  writeFileSync(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync('plain()'))
  return folder
}

test('each response of the page has a new nonce in its policy and its text, and no unsafe-inline', async () => {
  const url = await serve(built())
  const nonces = new Set<string>()
  for (let i = 0; i < 3; i++) {
    const response = await fetch(url)
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /style-src 'self' 'nonce-([\w-]{22})';/.exec(policy)?.[1] as string
    expect(await response.text()).toContain(`nonce="${nonce}"`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('files are cached for a year and sent with the compression of the build', async () => {
  const url = await serve(built())
  const response = await fetch(`${url}/assets/main-1a2b.js`, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await response.text()).toBe('plain()')
  expect((await fetch(`${url}/assets/../index.html`)).status).toBe(404)
  expect((await fetch(`${url}/assets/%2e%2e/index.html`)).status).toBe(404)
})

test('without a build the page says how to build it', async () => {
  const url = await serve(mkdtempSync(join(tmpdir(), 'kontor-console-')))
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm start')
})
