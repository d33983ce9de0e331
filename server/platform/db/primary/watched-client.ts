import type { Socket } from 'node:net'
import type pg from 'pg'
import { errorCode } from '../../error-code.ts'
import { CommitUnknown, isConnectionLost, type LockHolder, LockTimeout, NotPrimary } from './availability.ts'
import type { DatabaseLoad } from './database-load.ts'
import { withKeptPlan } from './kept-plans.ts'
import { queryKind } from './query-kind.ts'
import { createHeld } from './with-commit.ts'
import { demandPlain, isBegin, isSentWithNext } from './with-next.ts'

/** Longer than any statement may take: the server behind a socket that is silent for this long is gone. */
const silenceTimeoutMs = 40_000
const readOnlyTransaction = '25006'
const lockNotAvailable = '55P03'
const idleTransactionEnded = '25P03'
/** How often a statement that takes so long is asked for whom it waits: after its end, nobody knows. */
const holdersAskedMs = 2_000
/** How long a commit waits for a standby (ADR 80). Longer than Patroni needs to replace a dead standby. */
const standbyTimeoutMs = 10_000

/** Throws if the server is a standby. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new NotPrimary()
}

/**
 * Makes a commit with an unknown outcome throw CommitUnknown, so that it is neither reported as success nor as failure.
 * `onReadOnly` is called when the server was demoted, `cancelStandbyWait` when a statement takes so long that its
 * backend may be waiting for a standby, and `findHolders` when it may be waiting for a lock. A lock that is not released
 * in time throws LockTimeout.
 */
export function watch(
  client: pg.ClientBase,
  {
    load,
    onReadOnly,
    cancelStandbyWait,
    findHolders,
  }: {
    load: DatabaseLoad
    onReadOnly: () => void
    cancelStandbyWait: (processId: number) => void
    findHolders: (processId: number) => Promise<LockHolder[]>
  },
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let notReplicated = false
  const held = createHeld()
  /** What is sent with the next statement: the `begin`, and statements whose result nobody needs. */
  let waiting: unknown[][] = []
  let isOpen = false
  // The pool listens only while a connection is idle. While it is in use, the next query fails; without a listener the
  // error would end the process.
  let isGone = false
  client.on('error', () => {
    isGone = true
  })
  client.on('notice', (notice) => {
    // The server stopped waiting for the standby: it reports success, but a failover may lose the commit.
    if (notice.routine === 'SyncRepWaitForLSN') notReplicated = true
  })

  /** Sends statements in one write. Returns the result of the last one, or throws the error of the first one that failed. */
  async function send(statements: unknown[][]): Promise<unknown> {
    stream.cork()
    const sent = statements.map((args) => query(...withKeptPlan(args)))
    stream.uncork()
    const results = await Promise.allSettled(sent)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return (results.at(-1) as PromiseFulfilledResult<unknown>).value
  }

  const watched = async (...given: unknown[]) => {
    if (held.keep(given[0], given[1])) return nothing('SELECT')
    if (isBegin(given[0])) isOpen = true
    if (isOpen && isSentWithNext(given[0])) {
      demandPlain(given[1])
      waiting.push(given)
      return nothing('SELECT')
    }
    const [isCommit, isRollback] = [given[0] === 'commit', given[0] === 'rollback']
    const isEnd = isCommit || isRollback
    const kept = isEnd ? held.take() : undefined
    const before = waiting
    waiting = []
    if (isEnd) isOpen = false
    // Nothing was sent, and nothing is to be.
    const isUnsent = isBegin(before[0]?.[0])
    if (isUnsent && (isRollback || (isCommit && !kept && before.length === 1)))
      return nothing(isCommit ? 'COMMIT' : 'ROLLBACK')
    const last = isCommit && kept ? [`${kept.message}; commit`] : given
    const args = isRollback ? [last] : [...before, last]
    notReplicated = false
    const wasGone = isGone
    const queryEnded = load.queryStarted(queryKind(isCommit && kept ? kept.last : given[0]))
    const { processID } = client as unknown as { processID: number }
    const timer = setInterval(() => cancelStandbyWait(processID), standbyTimeoutMs)
    let holders: LockHolder[] = []
    const asking = setInterval(async () => {
      const found = await findHolders(processID)
      if (found.length > 0) holders = found
    }, holdersAskedMs)
    try {
      const result = await (args.length === 1 ? query(...withKeptPlan(last)) : send(args))
      // Applies also to a statement outside a transaction, which commits by itself.
      if (notReplicated) throw new CommitUnknown()
      return result
    } catch (error) {
      if (errorCode(error) === readOnlyTransaction) onReadOnly()
      // Kysely rolls back after each error and would report a failed rollback instead of the original error, which may
      // be a CommitUnknown. If the connection is lost, the server rolls back by itself.
      if (isRollback && isConnectionLost(error)) return nothing('ROLLBACK')
      if (isCommit && !wasGone && !(error instanceof CommitUnknown) && !isRefusal(error))
        throw new CommitUnknown({ cause: error })
      if (errorCode(error) === lockNotAvailable) {
        load.lockTimedOut()
        throw new LockTimeout(holders, { cause: error })
      }
      throw error
    } finally {
      clearInterval(timer)
      clearInterval(asking)
      queryEnded()
    }
  }
  client.query = watched as typeof client.query
}

/**
 * The server rejected the commit with an error, or had ended the session because it was idle before the commit came: it
 * looks at that before it begins a statement. Nothing was committed.
 */
function isRefusal(error: unknown): boolean {
  if (errorCode(error) === idleTransactionEnded) return true
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

/** The result of a statement that was not sent, or not yet. */
function nothing(command: string) {
  return { command, rowCount: 0, rows: [] }
}

/** A host that lost power does not close its connections. */
export function closeWhenSilent(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(silenceTimeoutMs, () =>
    stream.destroy(new Error('Connection terminated: the server is silent')),
  )
}
