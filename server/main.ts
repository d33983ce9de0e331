import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildService, type Service } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { connect, type Db } from './platform/db/database.ts'
import { type OwnedEmbedded, startEmbedded } from './platform/db/embedded/embedded.ts'
import { migrate, refuseOldServer } from './platform/db/migrate.ts'
import { createNotifications } from './platform/db/notifications.ts'
import { isDatabaseUnavailable } from './platform/db/primary/availability.ts'
import { StartRefused } from './platform/errors.ts'
import { createLog, finishWrites } from './platform/log.ts'

const stopSeconds = 20

try {
  await run(readConfig())
  process.exit(0)
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(`kontor: ${error.message}`)
  process.exit(1)
}

/** Reads the configuration, starts database and app, listens, and stops on a signal. */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const signal = signalled(log)
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const stopAsked = Promise.race([signal, lost(embedded)])
  const url = embedded?.url ?? (config.databaseUrl as string)
  const db = connect(url)
  const notifications = createNotifications({ url, log })
  const service = await buildService({ config, db, notifications, log })
  const stopping = new AbortController()
  try {
    const address = await listen(service, config)
    if ((await Promise.race([stopAsked, prepare(service, { db, log }, stopping.signal)])) !== 'stop') {
      const shown = localhostUrl(address)
      log.info(`Kontor is running at ${shown} (API documentation: ${shown}/docs)`)
      await stopAsked
    }
  } finally {
    stopping.abort()
    await bounded(service.stop(), log)
    await notifications.close()
    await db.destroy()
    await embedded?.stop()
  }
  log.info('stopped')
  await finishWrites(log)
}

/** Waits for the database, applies migrations and starts the background jobs. */
async function prepare(
  service: Service,
  { db, log }: { db: Db; log: Logger },
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !stopping.aborted; attempt++) {
    try {
      await refuseOldServer(db)
      const applied = await migrate(db)
      if (applied.length > 0) log.info({ migrations: applied }, 'migrations were applied')
      await service.firstOwner.ensure()
      return await service.start()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (attempt % 30 === 0) log.warn('the database is unavailable; trying again every second')
      await wait(1_000, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

async function listen(service: Service, { host, port, metricsPort }: Config): Promise<string> {
  const address = await explained('PORT', { host, port }, (at) => service.app.listen(at))
  if (metricsPort !== null)
    await explained('KONTOR_METRICS_PORT', { host, port: metricsPort }, service.metricsServer.listen)
  return address
}

/** Opens a port; an error of the operator is one sentence that names the setting. */
async function explained<T>(
  name: string,
  { host, port }: { host: string; port: number },
  open: (at: { host: string; port: number }) => Promise<T>,
): Promise<T> {
  try {
    return await open({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartRefused(`${name} ${port} on ${host} is in use by another program.`)
    if (code === 'EACCES')
      throw new StartRefused(`This user may not open ${name} ${port}: use 1024 or higher.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartRefused(`HOST ${host} should be an address of this machine.`)
    }
    throw error
  }
}

/** Resolves on SIGTERM, Ctrl-C or when the terminal closes. npm forwards Ctrl-C, so it may arrive twice. */
function signalled(log: Logger): Promise<'stop'> {
  return new Promise((resolve) => {
    let stopping = false
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!stopping) log.info(`${signal}: waiting for running requests, then stopping`)
        stopping = true
        resolve('stop')
      })
    }
  })
}

/** Rejects if another process took over the data directory while PostgreSQL was down. */
function lost(embedded: OwnedEmbedded | undefined): Promise<never> {
  return new Promise((_resolve, reject) => embedded?.onLost(reject))
}

/** `localhost` is a secure context for browsers, and easier to read than 127.0.0.1. */
function localhostUrl(address: string): string {
  return address.replace(/\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, '//localhost')
}

async function bounded(stopping: Promise<void>, log: Logger): Promise<void> {
  const late = Symbol()
  const limit = wait(stopSeconds * 1000, late, { ref: false })
  if ((await Promise.race([stopping, limit])) === late) log.warn('stopping took too long and was aborted')
}
