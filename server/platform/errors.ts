import {
  type DuplicateReason,
  duplicateReasons,
  type FailureCode,
  type FailureKind,
} from '../../contract/api/error-codes.ts'
import type { Fault } from '../../contract/api/faults.ts'

/** Kinds of failures are independent of HTTP: only http/error-handler.ts maps them to statuses. A code has one kind. */
type FailureArguments = {
  [K in FailureKind]: [kind: K, code: FailureCode<K>, detail: string, context?: Record<string, unknown>]
}[FailureKind]

/** A failure that the caller can understand and act on. Any other error is a defect and returns 500. */
export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  readonly code: FailureCode
  readonly context: Record<string, unknown> | undefined

  constructor(...[kind, code, detail, context]: FailureArguments) {
    super(detail)
    this.kind = kind
    this.code = code
    this.context = context
  }
}

/**
 * The credential never was one: made up, or of another service. A token that has expired and a session that has ended
 * were genuine once, and are plain failures.
 */
export class UnknownCredential extends Failure {}

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

export function unavailable(
  code: FailureCode<'unavailable'>,
  detail: string,
  retryAfterSeconds = 5,
): Failure {
  return new Failure('unavailable', code, detail, { retry_after: retryAfterSeconds })
}

/** Text in another encoding, or bytes that are no text. Nothing was saved. */
export function notUtf8(): Failure {
  return new Failure('unreadable', 'not_utf8', 'The request body is not valid UTF-8.')
}

/** There is no space left. Nothing was saved; only an operator can help. */
export function storageFull(): Failure {
  return unavailable('storage_full', 'There is no space left to save this.', 60)
}

/** What was to be created, or changed into, exists already. */
export function duplicate(reason: DuplicateReason, existingId: string | undefined): Failure {
  return new Failure('conflict', 'duplicate', duplicateReasons[reason], {
    reason,
    existing_id: existingId ?? null,
  })
}
