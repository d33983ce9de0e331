import pg from 'pg'
import { isDatabaseUnavailable, type LockHolder } from './availability.ts'
import type { DatabaseLoad } from './database-load.ts'
import { hostUrls } from './hosts.ts'
import { connectClient } from './primary-client.ts'
import { closeWhenSilent, refuseStandby, watch } from './watched-client.ts'

export type PrimaryPool = ReturnType<typeof createPrimaryPool>

/**
 * A pool of connections to the primary, for Kysely. It uses one host as long as that is available. If the host is
 * unavailable or is a standby, each of the other hosts is tried once.
 */
export function createPrimaryPool(url: string, config: pg.PoolConfig, load: DatabaseLoad) {
  const hosts = hostUrls(url) ?? [url]
  const ending = new Set<Promise<void>>()
  let at = 0
  let current = open()

  function open(): pg.Pool {
    const host = hosts[at] as string
    const pool: pg.Pool = new pg.Pool({
      ...config,
      connectionString: host,
      keepAlive: true,
      // A statement need not wait for the result of the one before it.
      pipeline: true,
      onConnect: async (client) => {
        await refuseStandby(client)
        const isLimited = Boolean(config.statement_timeout)
        watch(client, {
          load,
          onReadOnly: () => leave(pool),
          cancelStandbyWait: (processId) => isLimited && cancelStandbyWait(host, processId),
          findHolders: async (processId) => (isLimited ? findHolders(host, processId) : []),
        })
        if (isLimited) closeWhenSilent(client)
      },
    })
    // The pool replaces idle connections that break. Without a listener they would end the process.
    pool.on('error', () => {})
    return pool
  }

  /** Switches to the next host. Connections to the old host are closed when they are released. */
  function leave(pool: pg.Pool): void {
    if (pool !== current) return
    at = (at + 1) % hosts.length
    current = open()
    const ended = pool.end().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  async function connectToPrimary(): Promise<pg.PoolClient> {
    let failure: unknown
    for (let tried = 0; tried < hosts.length; tried++) {
      const pool = current
      try {
        return await pool.connect()
      } catch (error) {
        if (!isDatabaseUnavailable(error) || isQueueTimeout(error)) throw error
        failure = error
        if (hosts.length > 1) leave(pool)
      }
    }
    throw failure
  }

  return {
    options: config,

    async connect(): Promise<pg.PoolClient> {
      const waitEnded = load.waitStarted('connection')
      try {
        return await connectToPrimary()
      } finally {
        waitEnded()
      }
    },

    connectAlone: () => connectClient(url, config.application_name ?? 'kontor'),

    /** Connections that are in use or being opened, and callers that wait for one. */
    state: () => ({ inUse: current.totalCount - current.idleCount, waiting: current.waitingCount }),

    async end(): Promise<void> {
      await Promise.all([current.end(), ...ending])
    },
  }
}

/**
 * Cancels a commit that waits for a standby; no timeout of PostgreSQL applies to this wait. The same query checks that
 * the backend waits for a standby, so that nothing else is cancelled. If the server is unreachable, the timeout of its
 * other connections handles that.
 */
async function cancelStandbyWait(host: string, processId: number): Promise<void> {
  const client = await connectClient(host, 'kontor commits').catch(() => undefined)
  await client
    ?.query("select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'", [
      processId,
    ])
    .catch(() => {})
  await client?.end().catch(() => {})
}

/** Who keeps the statement of this backend waiting for a lock, and waits for none itself. Empty if it waits for none. */
async function findHolders(host: string, processId: number): Promise<LockHolder[]> {
  const client = await connectClient(host, 'kontor locks').catch(() => undefined)
  const found = await client
    ?.query<LockHolder>(
      `with recursive blocking (pid) as (
         select unnest(pg_blocking_pids($1)) union select unnest(pg_blocking_pids(pid)) from blocking
       )
       select pid, application_name as application, coalesce(state, 'unknown') as state
       from blocking join pg_stat_activity using (pid)
       where wait_event_type is distinct from 'Lock'`,
      [processId],
    )
    .catch(() => undefined)
  await client?.end().catch(() => {})
  return found?.rows ?? []
}

/** All connections are in use, which says nothing about the host. */
function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
