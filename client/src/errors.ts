import type { ErrorCode } from './generated-types.ts'

/** One fault of a request: where it is, a sentence, and its type. `ctx.code` names the rule, if there is one. */
export interface RequestFault {
  loc: (string | number)[]
  msg: string
  type: string
  ctx?: Record<string, unknown>
}

/** A refusal of the service. It has nothing of what was sent. */
export class KontorError extends Error {
  readonly status: number
  /** Stable code for programs, for example `version_conflict`. `invalid` if there are faults. */
  readonly code: ErrorCode | 'invalid' | 'unknown' | (string & {})
  /** Values for programs. */
  readonly context: Readonly<Record<string, unknown>>
  /** The faults of a request that is not valid (422). */
  readonly faults: readonly RequestFault[]
  /** The id of the request in the log of the service. */
  readonly requestId: string | null
  /** Seconds to wait before another attempt. */
  readonly retryAfter: number | undefined

  constructor(status: number, headers: Headers, content: unknown) {
    const { code, detail, context, request_id } = (isObject(content) ? content : {}) as Record<
      string,
      unknown
    >
    const faults = Array.isArray(detail) ? (detail as RequestFault[]) : []
    super(typeof detail === 'string' ? detail : sentenceOf(status, faults, headers.get('content-type')))
    this.name = 'KontorError'
    this.status = status
    this.code = typeof code === 'string' ? code : faults.length > 0 ? 'invalid' : 'unknown'
    this.context = isObject(context) ? context : {}
    this.faults = faults
    this.requestId = typeof request_id === 'string' ? request_id : headers.get('x-request-id')
    this.retryAfter = waitOf(headers) ?? secondsOf(this.context.retry_after)
  }
}

/** The cursor is older than the changes that the service keeps: read everything again, then follow from now. */
export class CursorExpiredError extends KontorError {
  override readonly name: string = 'CursorExpiredError'
}

/** The service could not be reached, or its response broke off. Whether a change was made is not known. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError'

  constructor(message = 'The service could not be reached.', options?: ErrorOptions) {
    super(message, options)
  }
}

/**
 * What answered is not Kontor: the URL is that of another service, or a proxy has sent a page of its own or a redirect to one.
 * Sending it again would bring the same, so that is left to the caller.
 */
export class ForeignAnswerError extends Error {
  override readonly name: string = 'ForeignAnswerError'
  /** 0 if a browser does not tell it, because it was a redirect. */
  readonly status: number

  constructor(status: number, what: string) {
    const shown = status === 0 ? '' : ` (status ${status})`
    super(`The answer is ${what}${shown}. Is the URL that of Kontor, and does a proxy answer in its place?`)
    this.status = status
  }
}

/** There was no response in time. Whether a change was made is not known. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError'

  constructor(milliseconds: number) {
    super(`There was no response within ${milliseconds} ms.`)
  }
}

export function failureOf(status: number, headers: Headers, content: unknown): KontorError {
  const error = new KontorError(status, headers, content)
  return error.code === 'cursor_expired' ? new CursorExpiredError(status, headers, content) : error
}

/** Whether nobody knows if the request had an effect. 502 and 504 are of proxies. */
export function isOutcomeUnknown(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    (error instanceof KontorError && [502, 503, 504].includes(error.status))
  )
}

/** Whether another token helps: not if the sign-in is too old or a password was wrong. */
export function refusesToken(error: unknown): boolean {
  return (
    error instanceof KontorError &&
    error.status === 401 &&
    ['token_invalid', 'token_missing', 'session_ended'].includes(error.code)
  )
}

function sentenceOf(status: number, faults: readonly RequestFault[], type: string | null): string {
  if (faults.length === 0 && type?.startsWith('text/html'))
    return `A web page came instead of an answer (status ${status}): a proxy may have answered in place of Kontor.`
  if (faults.length === 0) return `The service responded with ${status}.`
  return faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
}

/** Seconds, as Kontor sends them, or a date, as a proxy may, which is compared with the clock of the sender. */
function waitOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  const seconds = secondsOf(value)
  if (seconds !== undefined || value === null) return seconds
  const until = Date.parse(value)
  const now = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(until)) return undefined
  return Math.max(0, Math.ceil((until - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
