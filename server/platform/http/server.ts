import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Logger } from 'pino'
import { namedSchemas } from '../../../contract/operations/features.ts'
import { readBodies } from './bodies.ts'
import { handleError, handleNotFound } from './error-handler.ts'
import { setSecureHeaders } from './security-headers.ts'
import { respondToUnreadable } from './unreadable.ts'

/** An idle connection takes some 10 kB: with more than these, those that come are turned away. */
const mostConnections = 20_000

/** Fastify, set so that every response, also to what is hardly HTTP, is one that the interface declares. */
export function createHttpServer({
  log,
  trustedProxies,
}: {
  log: Logger
  trustedProxies: string[]
}): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    // http/request-log.ts writes the one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would only add the id, which our lines name themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: 1024 * 1024,
    exposeHeadRoutes: false,
    // Who sends nothing, or a letter a minute, does not hold a connection for ever: 20 MiB may take their time.
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // While closing, requests on open connections are told so by refuseUnlessServing, in the words of the contract.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: 16_000,
      querystringParser: parseQuery,
    },
    // An address that cannot even be decoded names nothing.
    frameworkErrors(_error, request, reply) {
      setSecureHeaders(request, reply as unknown as FastifyReply)
      handleNotFound(request, reply as unknown as FastifyReply)
    },
    clientErrorHandler(error, socket) {
      respondToUnreadable(error, socket as Socket)
    },
  }) as unknown as FastifyInstance
  app.server.maxConnections = mostConnections
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleNotFound)
  for (const schema of namedSchemas) app.addSchema(schema)
  readBodies(app)
  // An unknown Expect header is nobody's error: Node would response 417, which the interface does not declare.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/**
 * Of a repeated parameter the last counts, and no key can reach a prototype. A nul character, which PostgreSQL keeps
 * nowhere and cannot even be asked for, becomes one that matches nothing either.
 */
function parseQuery(text: string): Record<string, string> {
  const query = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) query[key] = value.replaceAll('\0', '\ufffd')
  return query
}
