import pg from 'pg'
import { isDatabaseAway } from './availability.ts'
import { hostUrls } from './hosts.ts'
import { connectClient } from './primary-client.ts'
import { endSilence, refuseStandby, watch } from './watched-client.ts'

/**
 * Connections to whichever of the hosts is the primary, for Kysely. Stays with one host while it serves; when it is
 * away or turns out to be a standby, the next one is tried, once around.
 */
export function createPrimaryPool(url: string, config: pg.PoolConfig) {
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
      onConnect: async (client) => {
        await refuseStandby(client)
        const isLimited = Boolean(config.statement_timeout)
        watch(client, {
          onReadOnly: () => leave(pool),
          endWait: (processId) => isLimited && endWait(host, processId),
        })
        if (isLimited) endSilence(client)
      },
    })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {})
    return pool
  }

  /** From now on only new connections are given out, to the next host; those in use end when they are given back. */
  function leave(pool: pg.Pool): void {
    if (pool !== current) return
    at = (at + 1) % hosts.length
    current = open()
    const ended = pool.end().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  return {
    options: config,

    async connect(): Promise<pg.PoolClient> {
      let failure: unknown
      for (let tried = 0; tried < hosts.length; tried++) {
        const pool = current
        try {
          return await pool.connect()
        } catch (error) {
          if (!isDatabaseAway(error) || isQueueTimeout(error)) throw error
          failure = error
          if (hosts.length > 1) leave(pool)
        }
      }
      throw failure
    },

    async end(): Promise<void> {
      await Promise.all([current.end(), ...ending])
    },
  }
}

/**
 * Ends the wait of a commit for a standby: no timeout of the server's own applies to it. Whether the process waits for
 * that is asked in the same breath, so that nothing else is ever cancelled. A server that cannot be asked is away, which
 * the silence of its other connections will tell.
 */
async function endWait(host: string, processId: number): Promise<void> {
  const client = await connectClient(host, 'kontor commits').catch(() => undefined)
  await client
    ?.query("select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'", [
      processId,
    ])
    .catch(() => {})
  await client?.end().catch(() => {})
}

/** All connections are in use: that says nothing about the host. */
function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}
