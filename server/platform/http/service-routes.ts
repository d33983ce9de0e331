import type { FastifyInstance } from 'fastify'
import type { Fault } from '../../../contract/api/faults.ts'
import type { NotificationState } from '../db/notifications.ts'
import { Invalid } from '../errors.ts'
import { description, specifiedDescription } from './description/description.ts'
import { docsRoutes } from './description/docs-routes.ts'
import { handleNotFound } from './error-handler.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { isFromThisMachine } from './monitoring/metrics-access.ts'
import type { Readiness } from './monitoring/readiness.ts'
import { compress, constantResponse } from './responses/compression.ts'

const anyone = { config: { access: 'anyone' as const } }

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

  app.get('/openapi.json', anyone, async (request, reply) => {
    const { operations, ...others } = request.query as Record<string, string | undefined>
    const faults = [
      ...Object.keys(others).map(
        (name): Fault => ({
          loc: ['query', name],
          msg: 'Extra inputs are not permitted',
          type: 'extra_forbidden',
        }),
      ),
      ...(operations === undefined || operations === 'specification'
        ? []
        : [
            {
              loc: ['query', 'operations'],
              msg: "Input should be 'specification'",
              type: 'enum',
              ctx: { expected: "'specification'" },
            } as const,
          ]),
    ]
    if (faults.length > 0) throw new Invalid(faults as Fault[])
    const send = operations === undefined ? sendDescription : sendSpecified
    // As bytes, or nothing after 304: the framework would write an empty object.
    return reply.send(await send(request, reply))
  })

  docsRoutes(app)
}

const json = 'application/json; charset=utf-8'
const sendDescription = constantResponse(description, json)
const sendSpecified = constantResponse(specifiedDescription, json)
