import type { FastifyInstance } from 'fastify'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
import { Failure } from '../errors.ts'

/** Writes down what a known administrator or key tried and may not, wherever it was refused. */
export function auditDenials(app: FastifyInstance, audit: Pick<DeferredAudit, 'record'>): void {
  app.addHook('onError', (request, _reply, error: unknown, done) => {
    if (error instanceof Failure && error.kind === 'forbidden' && request.actor?.id) {
      audit.record({
        actor: request.actor,
        action: 'access.denied',
        object: null,
        outcome: 'denied',
        details: {
          method: request.method,
          path: request.url.split('?', 1)[0]?.slice(0, 500),
          operation: request.routeOptions.config.operationId ?? null,
          reason: error.code,
        },
      })
    }
    done()
  })
}
