import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { NotificationState } from '../db/notifications.ts'
import { compress, constantResponse } from './compression.ts'
import { description } from './description.ts'
import { handleNotFound } from './error-handler.ts'
import type { Metrics } from './metrics.ts'
import { isFromThisMachine } from './metrics-access.ts'
import type { Readiness } from './readiness.ts'
import { pagePolicy } from './security-headers.ts'

const anyone = { config: { access: 'anyone' as const } }
const swaggerFiles = join(import.meta.dirname, '../../../node_modules/@fastify/swagger-ui/static')

/** Health for machines, docs for people. */
export function serviceRoutes(
  app: FastifyInstance,
  {
    readiness,
    checkDatabase,
    notificationState,
    vaultState,
    screeningState,
    metrics,
    hasMetricsPort,
  }: {
    readiness: Readiness
    checkDatabase: () => Promise<boolean>
    notificationState: () => NotificationState
    vaultState: () => string
    /** Whether parties are compared with sanctions lists. Nothing that makes a node not ready. */
    screeningState: () => string
    metrics: Metrics
    /** Whether metrics are served on a port of their own, and not here. */
    hasMetricsPort: boolean
  },
): void {
  app.get('/healthz', anyone, async () => ({ status: 'ok' }))

  app.get('/readyz', anyone, async (_request, reply) => {
    const database = await checkDatabase()
    const notifications = notificationState()
    // Without notifications a node does not learn what the others revoke or change.
    const ready = database && notifications === 'ok' && readiness.phase() === 'serving'
    reply.code(ready ? 200 : 503)
    if (!ready) reply.header('retry-after', '2')
    return {
      status: ready ? 'ready' : readiness.phase() === 'stopping' ? 'stopping' : 'not_ready',
      database: database ? 'ok' : 'away',
      notifications,
      vault: vaultState(),
      screening: screeningState(),
    }
  })

  // Metrics tell how the service is used, which is nobody's business outside.
  if (!hasMetricsPort) {
    app.get('/metrics', { ...anyone, onSend: compress }, async (request, reply) => {
      if (!isFromThisMachine(request)) return handleNotFound(request, reply)
      reply.type(metrics.registry.contentType)
      return metrics.registry.metrics()
    })
  }

  app.get('/openapi.json', anyone, sendDescription)

  app.register(fastifyStatic, { root: swaggerFiles, serve: false })
  app.get('/docs', anyone, async (_request, reply) => {
    // Swagger UI draws its icons from data: addresses and sets style attributes.
    reply.header(
      'content-security-policy',
      pagePolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    )
    reply.type('text/html; charset=utf-8')
    return docsPage
  })
  app.get('/docs/start.js', anyone, async (_request, reply) => {
    reply.type('text/javascript; charset=utf-8')
    return docsScript
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`/docs/${file}`, anyone, (_request, reply) => reply.sendFile(file))
  }
}

const sendDescription = constantResponse(description, 'application/json; charset=utf-8')

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const docsScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
})
`
