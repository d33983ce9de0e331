import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { ErrorResponse } from '../../../contract/api/common.ts'
import { failureStatus } from '../../../contract/api/error-codes.ts'
import type { Fault } from '../../../contract/api/faults.ts'
import { CommitUnknown, isDatabaseUnavailable, LockTimeout, TooBusy } from '../db/primary/availability.ts'
import { Failure, Invalid, storageFull, unavailable } from '../errors.ts'
import { isStorageFull } from '../storage-full.ts'
import { mediaTypeFailure, readType } from './requests/content-type.ts'

/** Nobody reads more, and a small request must not lead to a large response. */
const mostFaults = 100
/** Names of unknown fields are made up by the caller and may have any length. */
const longestStep = 100

const outcomeUnknown =
  'Whether this was saved is not known yet. Send it again with the same Idempotency-Key: only its response is certain.'

export function createErrorHandler(log: Logger) {
  const failureOf = createFailures(log)
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const failure = failureOf(error, request)
    return failure instanceof Invalid
      ? reply.code(422).send(bodyOf(failure, request.id))
      : response(request, reply, failure)
  }
}

/** What the caller is told about an error. Writes to the log what the caller cannot know about. */
export function createFailures(log: Logger) {
  return (error: unknown, request: FastifyRequest) => failureOf(error, request, log)
}

function failureOf(error: unknown, request: FastifyRequest, log: Logger): Failure | Invalid {
  if (error instanceof Invalid || error instanceof Failure) return error
  if (isStorageFull(error)) {
    log.error({ ...namesOf(request), err: summary(error), alert: 'storage_full' }, 'the disk is full')
    return storageFull()
  }
  if (error instanceof LockTimeout) {
    const { holders } = error
    log.warn({ ...namesOf(request), holders }, 'a lock was not released in time')
    return unavailable('lock_timeout', 'Another change holds what this one needs, and does not end.')
  }
  if (error instanceof TooBusy) {
    log.warn({ ...namesOf(request), err: summary(error) }, 'too many transactions wait')
    return unavailable('overloaded', 'Too many changes wait for each other at the moment.', 1)
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ ...namesOf(request), err: summary(error) }, 'the database is away')
    return error instanceof CommitUnknown
      ? unavailable('outcome_unknown', outcomeUnknown)
      : unavailable('database_unavailable', 'The database is not available.')
  }
  // What Fastify itself refuses (broken JSON, wrong content type, a body too large) could not be read.
  const { statusCode } = error as FastifyError
  if (statusCode && statusCode < 500) {
    return unreadableBecause(error as FastifyError, request)
  }
  log.error({ ...namesOf(request), err: error }, 'a defect')
  return new Failure('defect', 'internal', 'Something went wrong on our side.')
}

export function handleNotFound(request: FastifyRequest, reply: FastifyReply) {
  return response(request, reply, pathNotFound())
}

/** Why no operation serves a request: there is no such path, or it has other methods. */
export function pathNotFound(allowed: readonly string[] = []): Failure {
  if (allowed.length === 0) return new Failure('not_found', 'not_found', 'No operation has this path.')
  return new Failure(
    'not_found',
    'method_not_allowed',
    `This path has only the methods ${allowed.join(', ')}.`,
    { allowed },
  )
}

function shortened(faults: readonly Fault[]): Fault[] {
  return faults.slice(0, mostFaults).map((fault) => ({
    ...fault,
    loc: fault.loc.map((step) => (typeof step === 'string' ? step.slice(0, longestStep) : step)),
  }))
}

/** By which a log line is found. */
function namesOf(request: FastifyRequest) {
  const trace = request.scope?.trace
  return { request_id: request.id, ...(trace && { trace_id: trace.id }) }
}

function unreadableBecause({ code }: FastifyError, request: FastifyRequest): Failure {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure('unreadable', 'body_too_large', 'The request body is too large.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return mediaTypeFailure([readType(request)])
  return new Failure('unreadable', 'unreadable', 'The request could not be read.')
}

/** The status of a failure, and the body of its response. */
export function statusOf(failure: Failure | Invalid): number {
  return failure instanceof Invalid ? 422 : failureStatus[failure.kind]
}

export function bodyOf(failure: Failure | Invalid, requestId: string): ErrorResponse | { detail: Fault[] } {
  if (failure instanceof Invalid) return { detail: shortened(failure.faults) }
  const { code, message, context } = failure
  return { code, detail: message, request_id: requestId, ...(context && { context }) }
}

function response(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const { kind, code, context } = failure
  if (kind === 'unauthorized') reply.header('www-authenticate', challenge(code, context))
  if (code === 'method_not_allowed')
    reply.header('allow', ((context?.allowed as string[] | undefined) ?? []).join(', '))
  if (context?.retry_after !== undefined) reply.header('retry-after', String(context.retry_after))
  return reply.code(statusOf(failure)).send(bodyOf(failure, request.id))
}

/** RFC 9470 tells clients that a new token does not help: the person must prove who they are again. */
function challenge(code: string, context: Failure['context']): string {
  return code === 'reauthentication_required'
    ? `Bearer error="insufficient_user_authentication", max_age=${context?.max_age}`
    : 'Bearer'
}

/** Without the details of a driver's error, which may quote values. */
function summary(error: unknown) {
  const { name, code, message } = error as Error & { code?: string }
  return { name, code, message }
}
