import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../actor.ts'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
import type { Failure } from '../errors.ts'
import { currentScope, enterScope, openScope, withinScope } from '../request-scope.ts'
import { parseTraceparent } from '../trace.ts'
import { watchMethods } from './admission/allowed-methods.ts'
import { type Authenticator, authenticate, permissionFailure } from './admission/authenticate.ts'
import { createCors } from './admission/cors.ts'
import { auditDenial } from './admission/denials.ts'
import { createForwardingNotice } from './admission/forwarding.ts'
import { createHostCheck } from './admission/host.ts'
import { findRouteConfig, markOperations, sendRequestId } from './admission/request-context.ts'
import { pathNotFound } from './error-handler.ts'
import type { RateCounts } from './limits/rate-counts.ts'
import { createAddressSubjects, createRateLimiter, type RateLimit } from './limits/rate-limit.ts'
import { createUnknownCredentials } from './limits/unknown-credentials.ts'
import { type Metrics, measureRequest } from './monitoring/metrics.ts'
import type { Readiness } from './monitoring/readiness.ts'
import { createRequestLog } from './monitoring/request-log.ts'
import type { ServiceResponse } from './responses/service-response.ts'
import { enterAct, type RefuseUnlessFresh } from './routes/acts.ts'

/**
 * What is done for every request, in this order. Security headers are added by the response itself
 * (service-response.ts), validation is part of each operation (route.ts).
 *
 * One hook per point in time, with callbacks instead of promises: `npm run bench -- foundation` measures what they cost.
 */
export function addHooks(
  app: FastifyInstance,
  options: {
    log: Logger
    readiness: Readiness
    corsOrigins: readonly string[]
    hasTrustedProxies: boolean
    authenticator: Authenticator
    refuseUnlessFresh: RefuseUnlessFresh
    rateLimit: RateLimit | null
    rateCounts: Pick<RateCounts, 'count' | 'counted'>
    audit: Pick<DeferredAudit, 'record'>
    metrics: Metrics
  },
): void {
  const { log, readiness, authenticator, refuseUnlessFresh, rateLimit, rateCounts, audit, metrics } = options
  const allowOrigin = createCors(options.corsOrigins)
  const noteIgnoredForwarding = createForwardingNotice({ hasTrustedProxies: options.hasTrustedProxies, log })
  const addressSubject = createAddressSubjects()
  const limitRate = rateLimit
    ? createRateLimiter({ counts: rateCounts, limit: rateLimit, addressSubject })
    : () => undefined
  const unknownCredentials = createUnknownCredentials({
    counts: rateCounts,
    limit: rateLimit?.perAddress ?? null,
    addressSubject,
  })
  const logRequest = createRequestLog(log)
  const hostFailure = createHostCheck()

  /** An unknown path is 404 before its body is read, so whatever that contains. */
  function refusalOf(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
    return limitRate(request, reply) ?? (request.is404 ? pathNotFound(methodsOf(request.url)) : undefined)
  }

  const methodsOf = watchMethods(app)
  markOperations(app)

  app.addHook('onRequest', (request, reply, done) => {
    noteEnd(request, reply, performance.now())
    request.routeConfig = findRouteConfig(request)
    request.scope = openScope(parseTraceparent(request.headers.traceparent))
    sendRequestId(request, reply)
    const refusal = hostFailure(request.raw) ?? readiness.refusal(request, reply)
    if (refusal) return done(refusal)
    if (allowOrigin(request, reply)) return
    noteIgnoredForwarding(request)
    enterScope(request.scope)
    identify(request, reply, done)
  })

  /** Not a hook: for one, Fastify would listen to two events of each response. */
  function noteEnd(request: FastifyRequest, reply: FastifyReply, begun: number): void {
    ;(reply.raw as ServiceResponse).whenOver = () => {
      const milliseconds = performance.now() - begun
      measureRequest(request, reply, milliseconds, metrics)
      logRequest(request, reply, milliseconds)
    }
  }

  function identify(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const actor = authenticate(request, authenticator, unknownCredentials.mayAsk)
    const goOn = (actor: Actor) => {
      request.actor = actor
      if (actor.kind === 'administrator') request.scope.administratorId = actor.id
      done(refusalOf(request, reply))
    }
    if (actor instanceof Promise)
      actor.then(goOn, (error) => done(unknownCredentials.count(error, request, reply)))
    else goOn(actor)
  }

  // The body has been read, because some of its fields need a permission of their own. It is not validated yet. Reading
  // a body leaves the scope of the request, so everything that follows enters it again.
  app.addHook('preValidation', (request, _reply, done) => {
    const goOn = (failure: Error | undefined) =>
      currentScope() === request.scope ? done(failure) : withinScope(request.scope, done, failure)
    const failure =
      permissionFailure(request) ??
      (request.routeConfig.acts && withinScope(request.scope, enterAct, request, refuseUnlessFresh))
    if (failure instanceof Promise) failure.then(goOn, done)
    else goOn(failure)
  })

  app.addHook('onError', (request, _reply, error, done) => {
    auditDenial(request, error, audit)
    done()
  })
}
