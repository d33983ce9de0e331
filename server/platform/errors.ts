import type { Fault } from '../../contract/common.ts'

/** Kinds of failures, independent of HTTP. Only http/error-handler.ts maps them to status codes. */
export type FailureKind =
  | 'unreadable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** A failure that the caller can understand and act on. Any other error is a defect and returns 500. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  readonly code: string
  readonly context: Record<string, unknown> | undefined

  constructor(kind: FailureKind, code: string, detail: string, context?: Record<string, unknown>) {
    super(detail)
    this.kind = kind
    this.code = code
    this.context = context
  }
}

/** The request is not valid. Contains all faults, but never the values that were sent. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly faults: Fault[]

  constructor(faults: Fault[]) {
    super('The request is not valid.')
    this.faults = faults
  }
}

/** The service or a command cannot start. The message is one sentence that tells the operator what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

export function unavailable(code: string, detail: string, retryAfterSeconds = 5): Failure {
  return new Failure('unavailable', code, detail, { retry_after: retryAfterSeconds })
}
