import type { ErrorResponse } from '../../contract/common.ts'
import type { Fault } from '../../contract/faults.ts'

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly context: Record<string, unknown>
  readonly faults: readonly Fault[]
  readonly requestId: string | null
  /** react-admin shows these at the fields of the form. */
  readonly body: { errors?: Record<string, unknown> }

  constructor(
    status: number,
    response: unknown,
    fieldErrors: (faults: readonly Fault[]) => Record<string, unknown>,
  ) {
    const { code, detail, context, request_id } = readError(response)
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.context = context
    this.requestId = request_id
    this.faults = readFaults(response)
    this.body = this.faults.length > 0 ? { errors: fieldErrors(this.faults) } : {}
  }

  get retryAfter(): number | undefined {
    const seconds = this.context.retry_after
    return typeof seconds === 'number' ? seconds : undefined
  }
}

/** The service could not be reached. */
export class ConnectionLost extends Error {
  constructor() {
    super('kontor.connection.lost')
    this.name = 'ConnectionLost'
  }
}

function readError(response: unknown): Pick<ErrorResponse, 'code' | 'detail'> & {
  context: Record<string, unknown>
  request_id: string | null
} {
  const { code, detail, context, request_id } = (response ?? {}) as Partial<ErrorResponse>
  return {
    code: code ?? (Array.isArray(detail) ? 'invalid' : 'unknown'),
    detail: typeof detail === 'string' ? detail : '',
    context: context ?? {},
    request_id: request_id ?? null,
  }
}

function readFaults(response: unknown): Fault[] {
  const { detail } = (response ?? {}) as { detail?: unknown }
  return Array.isArray(detail) ? (detail as Fault[]) : []
}
