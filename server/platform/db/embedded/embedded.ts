import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StartRefused } from '../../errors.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { type ClusterLock, joinUse, OwnedByAnother, takeOwnership } from './owner.ts'
import { startPostgres, stopPostgres, urlOf } from './postmaster.ts'
import { ownerRole, serviceRole } from './service-role.ts'

const maxDelayMs = 15_000

/** `settings` are additional settings of PostgreSQL, such as `{ fsync: 'off' }` in tests. */
interface Options {
  dataDir: string
  log: Logger
  settings?: Record<string, string>
  /** Ends the start with an AbortError; a PostgreSQL that was started by it is stopped. */
  signal?: AbortSignal
}

export interface Embedded {
  /** Connection string of the service for `pg`. It does not change when PostgreSQL is restarted. */
  url: string
  /** That of the role that owns the database. */
  ownerUrl: string
  /** Shuts PostgreSQL down, unless another process still uses it; then that process will do it. */
  stop(): Promise<void>
}

export interface OwnedEmbedded extends Embedded {
  /** Called once if another process took over the data directory after PostgreSQL crashed. */
  onLost(listener: (error: StartRefused) => void): void
  /** How often PostgreSQL stopped unexpectedly and was started again. */
  restarts(): number
}

/** PostgreSQL for the service, which owns the data directory and restarts PostgreSQL when it stops. */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
  signal,
}: Options): Promise<OwnedEmbedded> {
  signal?.throwIfAborted()
  const cluster = await prepareCluster(dataDir, settings, signal)
  const stopping = new AbortController()
  const aborted = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal
  const options = { log, settings, signal: aborted }
  const take = (socketDir: string) => takeOwnership(socketDir, cluster.dataDir, aborted)
  const { postmaster, lock: first } = await startAndLock(cluster, options, take)
  // Restarts use the same socket, so that the URL does not change.
  cluster.socketDir = postmaster.socketDir
  log.info(
    { postgres: postmaster.pid, directory: cluster.pgdata },
    postmaster.startedHere ? 'PostgreSQL is running' : 'took over a PostgreSQL that was still running',
  )

  let lock: ClusterLock | undefined = first
  let onLost: (error: StartRefused) => void = () => {}
  let recovering = Promise.resolve()
  let restarts = 0
  const watch = (lock: ClusterLock) => {
    lock.client.once('end', () => {
      if (!aborted.aborted) recovering = recover()
    })
  }
  const recover = async () => {
    log.error('PostgreSQL has stopped; restarting it')
    for (let delay = 100; !aborted.aborted; delay = Math.min(delay * 2, maxDelayMs)) {
      try {
        const restarted = await startAndLock(cluster, options, take)
        lock = restarted.lock
        restarts += 1
        log.info({ postgres: restarted.postmaster.pid }, 'PostgreSQL was restarted')
        return watch(lock)
      } catch (error) {
        if (aborted.aborted) return
        if (error instanceof OwnedByAnother) {
          lock = undefined
          return onLost(error)
        }
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'PostgreSQL could not be restarted yet',
        )
        await sleep(delay, undefined, { signal: aborted }).catch(() => {})
      }
    }
  }
  watch(first)

  return {
    ...urlsOf(cluster.socketDir),
    onLost: (listener) => {
      onLost = listener
    },
    restarts: () => restarts,
    stop: async () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      await recovering
      if (lock) await release(cluster, lock, log)
    },
  }
}

/** PostgreSQL for a command: that of the running service, or one started for the duration of the command. */
export async function joinEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  const cluster = await prepareCluster(dataDir, settings)
  const { signal } = new AbortController()
  const { postmaster, lock } = await startAndLock(cluster, { log, settings, signal }, joinUse)
  return { ...urlsOf(postmaster.socketDir), stop: () => release(cluster, lock, log) }
}

function urlsOf(socketDir: string): Pick<Embedded, 'url' | 'ownerUrl'> {
  return { url: urlOf(socketDir, serviceRole), ownerUrl: urlOf(socketDir, ownerRole) }
}

type Take = (socketDir: string) => Promise<ClusterLock | undefined>

async function startAndLock(cluster: Cluster, options: Parameters<typeof startPostgres>[1], take: Take) {
  for (;;) {
    const postmaster = await startPostgres(cluster, options)
    const lock = await take(postmaster.socketDir)
    if (lock) return { postmaster, lock }
    // Its last user is stopping it: wait until it has stopped, then start it again.
    await sleep(50, undefined, { signal: options.signal })
  }
}

async function release(cluster: Cluster, lock: ClusterLock, log: Logger): Promise<void> {
  // If there is no response, PostgreSQL is down or restarting, and nobody uses it.
  const wasLast = await lock.release().catch(() => true)
  if (wasLast) await stopPostgres(cluster)
  else log.info('PostgreSQL keeps running because another process uses it')
  await lock.client.end().catch(() => {})
}
