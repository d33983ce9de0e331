import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { requestId, sendRequestId } from './admission/request-context.ts'
import { createErrorHandler, handleNotFound } from './error-handler.ts'
import { readBodies } from './requests/bodies.ts'
import { parseQuery } from './requests/query.ts'
import { respondToUnreadable } from './requests/unreadable.ts'
import { securityHeaders } from './responses/security-headers.ts'
import { responseWithDefaults } from './responses/service-response.ts'

/** An idle connection takes some 10 kB. Connections beyond this number are refused. */
const maxConnections = 20_000

/**
 * Fastify, configured so that every response, even to a broken request, is one that the interface declares. It has no logger of
 * its own: request-log.ts writes the line of a request, error-handler.ts what went wrong.
 */
export function createHttpServer({
  log,
  trustedProxies,
  https,
  headersTimeoutMs = 10_000,
}: {
  log: Logger
  trustedProxies: string[]
  /** Whether clients reach the service over https, by its public address. */
  https: boolean
  /** Time to send the head of a request, from the connection or from the first byte. */
  headersTimeoutMs?: number
}): FastifyInstance {
  const headers = { ...securityHeaders({ https }), vary: 'accept-encoding' }
  const app = Fastify({
    genReqId: requestId,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: true,
    // Slow clients cannot hold a connection for ever, but an upload of 20 MiB may take its time.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs / 5,
      // host.ts checks it and responds with an error of the contract.
      requireHostHeader: false,
      // Otherwise Node keeps the first of two Host or Authorization headers, where a proxy may have read the last.
      joinDuplicateHeaders: true,
      ServerResponse: responseWithDefaults(headers),
    },
    // While closing, refuseUnlessServing answers requests on open connections with an error of the contract.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 16_000,
      querystringParser: parseQuery,
    },
    // A URL that cannot be decoded. No hook runs for it.
    frameworkErrors(_error, request, reply) {
      sendRequestId(request, reply as unknown as FastifyReply)
      handleNotFound(request, reply as unknown as FastifyReply)
    },
    clientErrorHandler(error, socket) {
      respondToUnreadable(error, socket as Socket, headers)
    },
  }) as unknown as FastifyInstance
  app.server.maxConnections = maxConnections
  app.setErrorHandler(createErrorHandler(log))
  app.setNotFoundHandler(handleNotFound)
  readBodies(app)
  // An unknown Expect header is ignored: Node would respond with 417, which the interface does not declare.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}
