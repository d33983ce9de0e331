import { errorCode } from '../../error-code.ts'

/**
 * SQLSTATE classes that mean "the database is unavailable", not "the statement was wrong". 28 and 3D, a refused role and a
 * missing database, only occur while connecting: the account was changed while the service was running.
 */
const unavailableClasses = ['08', '28', '3D', '53', '57', '58']
const unavailableStates = new Set(['25006', 'XX001'])
/** States in which the connection is no longer usable: terminated, crashed, starting up, no longer the primary. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '25P03'])
const unavailableSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
])
const certificateErrors =
  /^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_|ERR_TLS_CERT)/
const lostMessages =
  /Connection terminated|connection is closed|Client has encountered a connection error|not queryable/i
const unavailableMessages = /timeout exceeded when trying to connect|driver has already been destroyed/i

/** The server is a standby and accepts no writes. */
export class NotPrimary extends Error {
  override name = 'NotPrimary'

  constructor() {
    super('The server is a standby.')
  }
}

/** The maximum number of transactions is running, and none of them ended in time. */
export class TooBusy extends Error {
  override name = 'TooBusy'

  constructor() {
    super('All connections for transactions are in use.')
  }
}

/** A session that holds a lock for which others wait. */
export interface LockHolder {
  pid: number
  /** The `application_name` of its client: release and machine of a node. */
  application: string
  /** What it does: `active`, or `idle in transaction` if it waits for its client. */
  state: string
}

/** Another session did not release a lock in time. */
export class LockTimeout extends Error {
  override name = 'LockTimeout'
  /** Who held it when somebody looked last. */
  readonly holders: readonly LockHolder[]

  constructor(holders: readonly LockHolder[], options?: ErrorOptions) {
    const named = holders.map(({ pid, application, state }) => `${application} (pid ${pid}, ${state})`)
    super(`A lock was not released in time. Held by: ${named.join(', ') || 'unknown'}.`, options)
    this.holders = holders
  }
}

/**
 * The connection was lost after the commit was sent and before it was confirmed, or no standby confirmed it. The commit
 * may or may not have succeeded.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'

  constructor(options?: ErrorOptions) {
    super('The outcome of a commit is unknown.', options)
  }
}

/**
 * Whether an error means that the database is unavailable: unreachable, starting, stopping, failing over, or full. The
 * request can be repeated later. Waiting for others (LockTimeout, TooBusy) means that it is there. Some errors of `pg` can be recognized only by their message.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ([NotPrimary, CommitUnknown].some((type) => error instanceof type)) return true
  if (isConnectionLost(error)) return true
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (typeof code === 'string' && severity !== undefined) {
    return unavailableClasses.includes(code.slice(0, 2)) || unavailableStates.has(code)
  }
  if (isCertificateError(error)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return unavailableMessages.test(error.message)
}

/** Whether the certificate of the server was not accepted. */
export function isCertificateError(error: unknown): boolean {
  return certificateErrors.test(errorCode(error) ?? '')
}

/** Whether a connection broke or leads to a server that is not usable. Uncommitted work is rolled back. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof CommitUnknown) return false
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown }
  if (typeof code === 'string') {
    if (severity !== undefined) return code.startsWith('08') || lostStates.has(code)
    if (syscall !== undefined) {
      return (
        ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)) &&
        unavailableSystemErrors.has(code)
      )
    }
  }
  return lostMessages.test(error.message)
}
