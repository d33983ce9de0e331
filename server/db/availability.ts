/** Classes of SQLSTATE that mean "the database cannot serve now", not "the statement was wrong". */
const awayClasses = ['08', '53', '57', '58']
const awayStates = new Set(['25006', '55P03', 'XX001'])
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
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection is closed|Client has encountered a connection error|not queryable|driver has already been destroyed/i

/**
 * Whether an error says that the database is away: not reachable, starting, stopping, failing over, or full. Such a
 * request may be sent again. `pg` gives some of these as plain errors, told apart only by their message.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown }
  if (typeof code === 'string') {
    if (severity !== undefined) return awayClasses.includes(code.slice(0, 2)) || awayStates.has(code)
    if (syscall !== undefined)
      return (
        ['connect', 'read', 'write', 'getaddrinfo'].includes(String(syscall)) && awaySystemErrors.has(code)
      )
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  return awayMessages.test(error.message)
}
