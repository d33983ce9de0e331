import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Act } from '../../../contract/api/acts.ts'
import type { ErrorResponse, HTTPValidationError } from '../../../contract/api/common.ts'
import { actsOf, type Operation } from '../../../contract/api/operation.ts'
import type { Actor } from '../actor.ts'
import type { DeferredAudit } from '../audit/deferred-audit.ts'
import { Failure, Invalid, unavailable } from '../errors.ts'
import type { IdempotencyKey } from '../idempotency/idempotency-key.ts'
import { openScope, withinScope } from '../request-scope.ts'
import { auditDenial } from './admission/denials.ts'
import { bodyOf, createFailures, statusOf } from './error-handler.ts'
import { idempotencyKey, rowKey } from './requests/idempotency-key.ts'
import { followRefusal, type RefuseUnlessFresh, readReason, staleProof } from './routes/acts.ts'

export interface RowOutcome<Result> {
  id: string
  status: number
  result?: Result
  error?: ErrorResponse | HTTPValidationError
}

export type RunRows = ReturnType<typeof createRowRunner>

/**
 * Does the rows of a bulk operation one after the other, so that a large one takes no more of the database than a small
 * one. Each has a scope of its own: it is an act of its own under the policy.
 */
export function createRowRunner({
  log,
  refuseUnlessFresh,
  audit,
  isStopping,
}: {
  log: Logger
  refuseUnlessFresh: RefuseUnlessFresh
  audit: Pick<DeferredAudit, 'record'>
  isStopping: () => boolean
}) {
  const failureOf = createFailures(log)

  /** How a row would be refused is the same for all of them, so it is said once, before anything is done. */
  async function demandFreshProof(request: FastifyRequest, acts: ReadonlySet<Act>) {
    const failure = await staleProof(request.actor, [...acts], refuseUnlessFresh)
    if (failure) throw failure
  }

  return async function runRows<Row extends { id: string }, Result>(
    request: FastifyRequest,
    { rowActs }: Pick<Operation, 'rowActs'>,
    rows: readonly Row[],
    perform: (row: Row, actor: Actor, key: IdempotencyKey | null) => Promise<Result>,
  ): Promise<{ items: RowOutcome<Result>[] }> {
    const { reason, fault } = readReason(request)
    if (fault) throw new Invalid([fault])
    await demandFreshProof(request, new Set(rows.flatMap((row) => actsOf(rowActs, row))))
    const actor = { ...request.actor, sent: { reason, approval: null } }
    const whole = idempotencyKey(request)

    const items: RowOutcome<Result>[] = []
    let ending: Failure | undefined
    for (const [index, row] of rows.entries()) {
      if (isStopping()) ending ??= unavailable('shutting_down', 'The service is shutting down.', 2)
      if (ending) {
        items.push(failed(row, ending))
        continue
      }
      const key = rowKey(request, index, row)
      const scope = openScope(request.scope.trace)
      try {
        const result = await withinScope(scope, () => followRefusal(perform(row, actor, key)))
        items.push({ id: row.id, status: 200, result })
        if (whole && key?.isReplayed) whole.isReplayed = true
      } catch (error) {
        const failure = failureOf(error, request)
        items.push(failed(row, failure))
        auditDenial(request, failure, audit)
        // The next row would wait for the same database as long, and fail in the same way.
        if (failure instanceof Failure && failure.kind === 'unavailable') ending = failure
      }
      request.scope.queries += scope.queries
      request.scope.queryMs += scope.queryMs
      request.scope.waitMs += scope.waitMs
    }
    return { items }

    function failed(row: Row, failure: Failure | Invalid): RowOutcome<Result> {
      return { id: row.id, status: statusOf(failure), error: bodyOf(failure, request.id) as ErrorResponse }
    }
  }
}
