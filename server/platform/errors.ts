import type { Fault } from '../../contract/common.ts'

/** What went wrong, in domain words. Only http/error-handler.ts knows the status codes. */
export type FailureKind =
  | 'unreadable'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'limited'
  | 'unavailable'

/** A failure the caller can understand and act on. Anything else that is thrown is a bug and answers 500. */
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

/** The content is wrong; every fault is told at once, and the value that was sent never is. */
export class Invalid extends Error {
  override name = 'Invalid'
  readonly faults: Fault[]

  constructor(faults: Fault[]) {
    super('The request is not valid.')
    this.faults = faults
  }
}

/** The service cannot start, and the operator can do something about it: the message is one sentence for them. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

export function unavailable(code: string, detail: string, retryAfterSeconds = 5): Failure {
  return new Failure('unavailable', code, detail, { retry_after: retryAfterSeconds })
}
