/** Classes of SQLSTATE that mean "the database cannot serve now", not "the statement was wrong". */
const awayClasses = ['08', '53', '57', '58']
const awayStates = new Set(['25006', '55P03', 'XX001'])
/** Those that end the connection, or should: terminated, crashed, starting up, no primary any more. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '25P03'])
const awaySystemErrors = new Set([
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
const lostMessages =
  /Connection terminated|connection is closed|Client has encountered a connection error|not queryable/i
const awayMessages = /timeout exceeded when trying to connect|driver has already been destroyed/i

/** The server is a standby: it takes no writes. */
export class NotPrimary extends Error {
  override name = 'NotPrimary'

  constructor() {
    super('The server is a standby.')
  }
}

/** As many transactions run as may, and none of them ended in time. */
export class TooBusy extends Error {
  override name = 'TooBusy'

  constructor() {
    super('Every connection for transactions is in use.')
  }
}

/**
 * The database was lost between sending a commit and its response, or no standby confirmed it: it may be done and stay,
 * and it may not.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'

  constructor(options?: ErrorOptions) {
    super('The outcome of a commit is not known.', options)
  }
}

/**
 * Whether an error says that the database is away: not reachable, starting, stopping, failing over, or full. Such a
 * request may be sent again. `pg` gives some of these as plain errors, told apart only by their message.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ([NotPrimary, CommitUnknown, TooBusy].some((away) => error instanceof away)) return true
  if (isConnectionLost(error)) return true
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (typeof code === 'string' && severity !== undefined) {
    return awayClasses.includes(code.slice(0, 2)) || awayStates.has(code)
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return awayMessages.test(error.message)
}

/** Whether a connection broke, or leads to a server that cannot serve: what was not committed is undone. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof CommitUnknown) return false
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown }
  if (typeof code === 'string') {
    if (severity !== undefined) return code.startsWith('08') || lostStates.has(code)
    if (syscall !== undefined) {
      return (
        ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)) && awaySystemErrors.has(code)
      )
    }
  }
  return lostMessages.test(error.message)
}
