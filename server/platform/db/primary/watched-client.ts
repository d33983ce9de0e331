import type { Socket } from 'node:net'
import type pg from 'pg'
import { errorCode } from '../../error-code.ts'
import { CommitUnknown, isConnectionLost, NotPrimary } from './availability.ts'

/** Longer than any statement of a living server takes: a socket silent for so long leads nowhere any more. */
const silence = 40_000
const readOnlyTransaction = '25006'
/**
 * How long a commit waits for a standby (ADR 87). Longer than Patroni needs to put another one in the place of a dead
 * one.
 */
const standbyWithin = 10_000

/** Refuses a server that takes no writes. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new NotPrimary()
}

/**
 * Makes a connection honest about commits: one whose outcome nobody knows fails as CommitUnknown, never as something
 * that could be taken for "not done" or for "done". `onReadOnly` hears of a server that was demoted,
 * `endWait` of a server process that perhaps waits for a standby for too long.
 */
export function watch(
  client: pg.ClientBase,
  { onReadOnly, endWait }: { onReadOnly: () => void; endWait: (processId: number) => void },
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let notReplicated = false
  // The pool listens only while a connection is idle. In use, its next query tells; without a listener it would end
  // the process.
  client.on('error', () => {})
  client.on('notice', (notice) => {
    // The wait for the standby was given up: the server then says "committed", but a fail-over may lose it.
    if (notice.routine === 'SyncRepWaitForLSN') notReplicated = true
  })
  const watched = async (...args: unknown[]) => {
    const isCommit = args[0] === 'commit'
    notReplicated = false
    const timer = setInterval(
      () => endWait((client as unknown as { processID: number }).processID),
      standbyWithin,
    )
    try {
      const result = await query(...args)
      // Also of a statement outside a transaction, which commits by itself.
      if (notReplicated) throw new CommitUnknown()
      return result
    } catch (error) {
      if (errorCode(error) === readOnlyTransaction) onReadOnly()
      // Kysely rolls back after any failure, and would report this one in place of the first: it must not hide
      // a CommitUnknown. Without a connection the server has rolled back by itself.
      if (args[0] === 'rollback' && isConnectionLost(error)) return { command: 'ROLLBACK', rows: [] }
      if (isCommit && !(error instanceof CommitUnknown) && !isRefusal(error))
        throw new CommitUnknown({ cause: error })
      throw error
    } finally {
      clearInterval(timer)
    }
  }
  client.query = watched as typeof client.query
}

/** The server answered the commit itself, with an error: then nothing was committed. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR'
}

/** A host that lost its power sends nothing, not even that it is gone. */
export function endSilence(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(silence, () => stream.destroy(new Error('Connection terminated: the server is silent')))
}
