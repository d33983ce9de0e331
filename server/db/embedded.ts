import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Cluster, prepareCluster } from './embedded-cluster.ts'
import { type Hold, joinUse, OwnedByAnother, takeOwnership } from './embedded-owner.ts'
import { bringUp, type Postmaster, shutDown, urlOf } from './embedded-postmaster.ts'
import type { StartRefused } from './start-refused.ts'

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
  let isWanted = true
  const options = { log, settings, isWanted: () => isWanted }
  const take = (socketDir: string) => takeOwnership(socketDir, cluster.dataDir)
  let { postmaster, hold } = await bringUpAndHold(cluster, options, take)
  // Restarts listen where the first one did, so that the url stays true.
  cluster.socketDir = postmaster.socketDir
  log.info({ postgres: postmaster.pid, directory: cluster.pgdata }, told(postmaster))

  let lost: (error: StartRefused) => void = () => {}
  let recovering = Promise.resolve()
  const watch = () => {
    hold.client.once('end', () => {
      if (isWanted) recovering = recover()
    })
  }
  const recover = async () => {
    log.error('PostgreSQL is gone; bringing it back')
    for (let delay = 100; isWanted; delay = Math.min(delay * 2, longestDelay)) {
      try {
        const back = await bringUpAndHold(cluster, options, take)
        postmaster = back.postmaster
        hold = back.hold
        log.info({ postgres: postmaster.pid }, 'PostgreSQL is back')
        return watch()
      } catch (error) {
        if (!isWanted) return
        if (error instanceof OwnedByAnother) return lost(error)
        log.error(
          { reason: error instanceof Error ? error.message : String(error) },
          'PostgreSQL is not back yet',
        )
        await sleep(delay)
      }
    }
  }
  watch()

  return {
    url: urlOf(cluster.socketDir),
    onLost: (listener) => {
      lost = listener
    },
    stop: async () => {
      if (!isWanted) return
      isWanted = false
      await recovering
      await leave(cluster, postmaster, hold, log)
    },
  }
}

/** PostgreSQL for one command: the one the service runs, else one for as long as the command takes. */
export async function joinEmbedded({ dataDir, log, settings = {} }: Options): Promise<Embedded> {
  const cluster = await prepareCluster(dataDir, settings)
  const { postmaster, hold } = await bringUpAndHold(cluster, { log, settings, isWanted: () => true }, joinUse)
  return { url: urlOf(postmaster.socketDir), stop: () => leave(cluster, postmaster, hold, log) }
}

type Take = (socketDir: string) => Promise<Hold | undefined>

async function bringUpAndHold(cluster: Cluster, options: Parameters<typeof bringUp>[1], take: Take) {
  for (;;) {
    const postmaster = await bringUp(cluster, options)
    const hold = await take(postmaster.socketDir)
    if (hold) return { postmaster, hold }
    // The last user is stopping it: wait for its end, then begin anew.
    await sleep(50)
  }
}

async function leave(cluster: Cluster, postmaster: Postmaster, hold: Hold, log: Logger): Promise<void> {
  // Without an answer PostgreSQL is down or going down, and nobody else uses it.
  const isLast = await hold.isLast().catch(() => true)
  if (isLast) await shutDown(cluster, postmaster.pid)
  else log.info({ postgres: postmaster.pid }, 'PostgreSQL is left running for another process that uses it')
  await hold.client.end().catch(() => {})
}

function told({ startedHere }: Postmaster): string {
  return startedHere ? 'PostgreSQL is running' : 'PostgreSQL was still running and is taken over'
}
