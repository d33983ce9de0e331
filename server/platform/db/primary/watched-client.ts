import type { Socket } from 'node:net'
import type pg from 'pg'
import { errorCode } from '../../error-code.ts'
import { CommitUnknown, isConnectionLost, NotPrimary } from './availability.ts'
import type { DatabaseLoad } from './database-load.ts'
import { withKeptPlan } from './kept-plans.ts'
import { queryKind } from './query-kind.ts'
import { heldStatement } from './with-commit.ts'

/** Longer than any statement may take: the server behind a socket that is silent for this long is gone. */
const silenceTimeoutMs = 40_000
const readOnlyTransaction = '25006'
/** How long a commit waits for a standby (ADR 87). Longer than Patroni needs to replace a dead standby. */
const standbyTimeoutMs = 10_000

/** Throws if the server is a standby. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new NotPrimary()
}

/**
 * Makes a commit with an unknown outcome throw CommitUnknown, so that it is neither reported as success nor as failure.
 * `onReadOnly` is called when the server was demoted, `cancelStandbyWait` when a statement takes so long that its
 * backend may be waiting for a standby.
 */
export function watch(
  client: pg.ClientBase,
  {
    load,
    onReadOnly,
    cancelStandbyWait,
  }: { load: DatabaseLoad; onReadOnly: () => void; cancelStandbyWait: (processId: number) => void },
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let notReplicated = false
  /** What is sent with the commit of the open transaction. */
  let held: string[] = []
  // The pool listens only while a connection is idle. While it is in use, the next query fails; without a listener the
  // error would end the process.
  client.on('error', () => {})
  client.on('notice', (notice) => {
    // The server stopped waiting for the standby: it reports success, but a failover may lose the commit.
    if (notice.routine === 'SyncRepWaitForLSN') notReplicated = true
  })
  /** The statements that were held, with the commit behind them. */
  function withHeld(args: unknown[]): unknown[] {
    const isEnd = args[0] === 'commit' || args[0] === 'rollback'
    if (!isEnd || held.length === 0) return args
    const statements = held
    held = []
    return args[0] === 'commit' ? [[...statements, 'commit'].join('; ')] : args
  }
  const watched = async (...given: unknown[]) => {
    const statement = heldStatement(given[0])
    if (statement !== undefined) {
      held.push(statement)
      return { command: 'SELECT', rowCount: 0, rows: [] }
    }
    const isCommit = given[0] === 'commit'
    const args = withHeld(given)
    notReplicated = false
    const queryEnded = load.queryStarted(queryKind(args[0]))
    const timer = setInterval(
      () => cancelStandbyWait((client as unknown as { processID: number }).processID),
      standbyTimeoutMs,
    )
    try {
      const result = await query(...withKeptPlan(args))
      // Applies also to a statement outside a transaction, which commits by itself.
      if (notReplicated) throw new CommitUnknown()
      return result
    } catch (error) {
      if (errorCode(error) === readOnlyTransaction) onReadOnly()
      // Kysely rolls back after each error and would report a failed rollback instead of the original error, which may
      // be a CommitUnknown. If the connection is lost, the server rolls back by itself.
      if (given[0] === 'rollback' && isConnectionLost(error)) return { command: 'ROLLBACK', rows: [] }
      if (isCommit && !(error instanceof CommitUnknown) && !isRefusal(error))
        throw new CommitUnknown({ cause: error })
      throw error
    } finally {
      clearInterval(timer)
      queryEnded()
    }
  }
  client.query = watched as typeof client.query
}

/** The server rejected the commit with an error, so nothing was committed. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

/** A host that lost power does not close its connections. */
export function closeWhenSilent(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(silenceTimeoutMs, () =>
    stream.destroy(new Error('Connection terminated: the server is silent')),
  )
}
