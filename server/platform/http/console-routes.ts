import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pagePolicy, pdfWorkerPolicy } from './responses/security-headers.ts'

export const builtConsole = join(import.meta.dirname, '../../../console/dist')

/** The web console at `/`: one page, whose routes are in the URL fragment, and its hashed files. */
export function consoleRoutes(app: FastifyInstance, { folder = builtConsole } = {}): void {
  const file = join(folder, 'index.html')
  const isBuilt = existsSync(file)

  app.get('/', { config: { access: 'anyone' } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
    if (!isBuilt) {
      reply.code(503).header('content-security-policy', pagePolicy).header('retry-after', '60')
      return notBuilt
    }
    // Styles that the page creates at run time have the nonce of this response.
    const nonce = randomBytes(16).toString('base64url')
    reply.header(
      'content-security-policy',
      pagePolicy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`),
    )
    // Read each time, because a new build changes the names of the files.
    const page = await readFile(file, 'utf8')
    return page.replaceAll('%nonce%', nonce)
  })

  if (!isBuilt) return
  app.register(async (app) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anyone' }
    })
    app.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      // Their names change with their content. The build has already compressed them.
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      setHeaders(reply, path) {
        if (/pdf\.worker[^/]*$/.test(path)) reply.header('content-security-policy', pdfWorkerPolicy)
      },
    })
  })
}

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Kontor</title><link rel="icon" href="data:,"></head>
<body>
<h1>Kontor</h1>
<p>The interface works, the console was not built: <code>npm start</code> builds it before it starts the service.</p>
<ul><li><a href="/docs">Documentation of the interface</a></li></ul>
</body>
</html>
`
