import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { StartRefused } from '../../errors.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { type Hold, joinUse, OwnedByAnother, takeOwnership } from './owner.ts'
import { bringUp, shutDown, urlOf } from './postmaster.ts'

const longestDelay = 15_000

/** `settings` are settings of PostgreSQL beside the standing ones, such as `{ fsync: 'off' }` in tests. */
interface Options {
  dataDir: string
  log: Logger
  settings?: Record<string, string>
}

export interface Embedded {
  /** For `pg`; stays the same when PostgreSQL is restarted. */
  url: string
  /** Stops PostgreSQL in order, unless somebody else still uses it, who will then stop it. */
  stop(): Promise<void>
}

export interface OwnedEmbedded extends Embedded {
  /** Called once if, after a crash of PostgreSQL, another process took the data directory over. */
  onLost(listener: (error: StartRefused) => void): void
}

/** PostgreSQL for the service, which is alone on its data directory and keeps PostgreSQL running. */
export async function startEmbedded({ dataDir, log, settings = {} }: Options): Promise<OwnedEmbedded> {
  const cluster = await prepareCluster(dataDir, settings)
  const stopping = new AbortController()
  const options = { log, settings, signal: stopping.signal }
  const take = (socketDir: string) => takeOwnership(socketDir, cluster.dataDir)
  const { postmaster, hold: first } = await bringUpAndHold(cluster, options, take)
  // Restarts listen where the first one did, so that the url stays true.
  cluster.socketDir = postmaster.socketDir
  log.info(
    { postgres: postmaster.pid, directory: cluster.pgdata },
    postmaster.startedHere ? 'PostgreSQL is running' : 'PostgreSQL was still running and is taken over',
  )

  let hold: Hold | undefined = first
  let tellLost: (error: StartRefused) => void = () => {}
  let recovering = Promise.resolve()
  const watch = (held: Hold) => {
    held.client.once('end', () => {
      if (!stopping.signal.aborted) recovering = recover()
    })
  }
  const recover = async () => {
    log.error('PostgreSQL is gone; bringing it back')
    for (let delay = 100; !stopping.signal.aborted; delay = Math.min(delay * 2, longestDelay)) {
      try {
        const back = await bringUpAndHold(cluster, options, take)
        hold = back.hold
        log.info({ postgres: back.postmaster.pid }, 'PostgreSQL is back')
        return watch(hold)
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof OwnedByAnother) {
          hold = undefined
          return tellLost(error)
        }
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'PostgreSQL is not back yet',
        )
        await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  watch(first)

  return {
    url: urlOf(cluster.socketDir),
    onLost: (listener) => {
      tellLost = listener
    },
    stop: async () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      await recovering
      if (hold) await leave(cluster, hold, log)
    },
  }
}

/** PostgreSQL for one command: the one the service runs, else one for as long as the command takes. */
export async function joinEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  const cluster = await prepareCluster(dataDir, settings)
  const { signal } = new AbortController()
  const { postmaster, hold } = await bringUpAndHold(cluster, { log, settings, signal }, joinUse)
  return { url: urlOf(postmaster.socketDir), stop: () => leave(cluster, hold, log) }
}

type Take = (socketDir: string) => Promise<Hold | undefined>

async function bringUpAndHold(cluster: Cluster, options: Parameters<typeof bringUp>[1], take: Take) {
  for (;;) {
    const postmaster = await bringUp(cluster, options)
    const hold = await take(postmaster.socketDir)
    if (hold) return { postmaster, hold }
    // The last user is stopping it: wait for its end, then begin anew.
    await sleep(50, undefined, { signal: options.signal })
  }
}

async function leave(cluster: Cluster, hold: Hold, log: Logger): Promise<void> {
  // Without a response PostgreSQL is down or on its way up again, and nobody uses it.
  const isLast = await hold.isLast().catch(() => true)
  if (isLast) await shutDown(cluster)
  else log.info('PostgreSQL is left running for another process that uses it')
  await hold.client.end().catch(() => {})
}
