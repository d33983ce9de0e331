import type { FastifyRequest } from 'fastify'
import type { DeferredAudit } from '../../audit/deferred-audit.ts'
import { Failure } from '../../errors.ts'

/** Records in the audit log what a known administrator or API key tried without permission or a fresh proof. */
export function auditDenial(
  request: FastifyRequest,
  error: unknown,
  audit: Pick<DeferredAudit, 'record'>,
): void {
  if (!(error instanceof Failure) || !request.actor?.id) return
  if (error.kind !== 'forbidden' && error.code !== 'reauthentication_required') return
  audit.record({
    actor: request.actor,
    action: 'access.denied',
    object: null,
    outcome: 'denied',
    details: {
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, 500),
      operation: request.routeConfig.operationId ?? null,
      reason: error.code,
    },
  })
}
