import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildService, type Service } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { connect, type PooledDb } from './platform/db/database.ts'
import { type OwnedEmbedded, startEmbedded } from './platform/db/embedded/embedded.ts'
import { migrate, refuseOldServer } from './platform/db/migrate.ts'
import { createNotifications } from './platform/db/notifications.ts'
import { isDatabaseUnavailable } from './platform/db/primary/availability.ts'
import { databaseRefusal, ownerSetting, unavailableReason } from './platform/db/primary/refusals.ts'
import { warnOfOneRole } from './platform/db/service-rights.ts'
import { StartRefused } from './platform/errors.ts'
import { makeDataDirectory } from './platform/files/data-directory.ts'
import { releaseVersion } from './platform/host/build-info.ts'
import { compileOperations } from './platform/http/compile-operations.ts'
import { createLog, finishWrites } from './platform/log.ts'
import { memoryWarning } from './platform/memory.ts'
import { createStopSteps } from './platform/stop-steps.ts'
import { startWatchdog, type Watchdog } from './platform/watchdog.ts'
import { stopDatabase, stopMs } from './stop-service.ts'

try {
  await run(readConfig())
  process.exit(0)
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(`kontor: ${error.message}`)
  process.exit(1)
}

/** Starts database and service, and stops both on a signal, which may come at any moment of the start. */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  for (const warning of [...config.warnings, memoryWarning() ?? []].flat()) log.warn(warning)
  const watchdog = startWatchdog((error) => log.error({ err: error }, 'the watchdog has failed'))
  const stopping = new AbortController()
  onStop((reason) => {
    log.info(`${reason}: waiting for running requests, then stopping`)
    watchdog.stopping()
    stopping.abort()
  })
  try {
    const { dataDir } = config
    if (config.databaseUrl) await makeDataDirectory(dataDir, 0o700)
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbedded({ dataDir, log, signal: stopping.signal })
    await serve(config, { embedded, watchdog, stopping: stopping.signal, log })
  } catch (error) {
    if (!stopping.signal.aborted || (error as Error).name !== 'AbortError') throw error
  }
  log.info('stopped')
  await finishWrites(log)
}

/** Serves until `stopping` is aborted, then stops everything, the embedded PostgreSQL too. */
async function serve(
  config: Config,
  {
    embedded,
    watchdog,
    stopping,
    log,
  }: { embedded: OwnedEmbedded | undefined; watchdog: Watchdog; stopping: AbortSignal; log: Logger },
): Promise<void> {
  const url = embedded?.url ?? (config.databaseUrl as string)
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl ?? url
  // Nodes of release 1.0.0 are called `kontor` alone: migration 0057 looks for them.
  const applicationName = `kontor ${releaseVersion()} ${hostname()}`
  const db = connect(url, { applicationName })
  const owner = connect(ownerUrl, { max: 1, applicationName })
  const notifications = createNotifications({ url, log })
  const service = await buildService({
    config,
    db,
    owner,
    notifications,
    log,
    embeddedRestarts: embedded?.restarts,
  })
  const stopAsked = Promise.race([aborted(stopping), lost(embedded)])
  const ended = new AbortController()
  try {
    if (stopping.aborted) return
    const address = await listen(service, config)
    log.info(`Server listening at ${address}`)
    if (
      (await Promise.race([stopAsked, prepare(service, { db, url, ownerUrl, log }, ended.signal)])) !== 'stop'
    ) {
      const shown = localhostUrl(address)
      log.info(`Kontor is running at ${shown} (API documentation: ${shown}/docs)`)
      await stopAsked
    }
  } finally {
    ended.abort()
    watchdog.stopping()
    const step = createStopSteps({ log, totalMs: stopMs, onStep: watchdog.step })
    await service.stop(step)
    await stopDatabase(step, {
      connections: () => Promise.all([notifications.close(), db.destroy(), owner.destroy()]),
      embedded: () => embedded?.stop(),
    })
  }
}

/** Compiles the operations, waits for the database, applies migrations and starts the background jobs. */
async function prepare(
  service: Service,
  { db, url, ownerUrl, log }: { db: PooledDb; url: string; ownerUrl: string; log: Logger },
  stopping: AbortSignal,
): Promise<void> {
  await compileOperations()
  let lastReason = ''
  for (let attempt = 0; !stopping.aborted; attempt++) {
    try {
      await refuseOldServer(db)
      const applied = await migrateAlone(db, { url, ownerUrl, log })
      if (applied.length > 0) log.info({ migrations: applied }, 'migrations were applied')
      await warnOfOneRole(db, log)
      await service.firstOwner.ensure()
      return await service.start()
    } catch (error) {
      const refusal = databaseRefusal(error, url)
      if (refusal) throw refusal
      if (!isDatabaseUnavailable(error)) throw error
      const reason = unavailableReason(error)
      if (reason !== lastReason || attempt % 30 === 0) {
        log.warn({ reason }, `the database is unavailable (${reason}); trying again every second`)
      }
      lastReason = reason
      await wait(1_000, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

/** A statement of a migration may take longer than the service waits for any other one. */
async function migrateAlone(
  service: PooledDb,
  { url, ownerUrl, log }: { url: string; ownerUrl: string; log: Logger },
): Promise<string[]> {
  const db = connect(ownerUrl, { max: 1, applicationName: `kontor ${releaseVersion()}`, unlimited: true })
  try {
    return await migrate(db, undefined, log, service)
  } catch (error) {
    throw databaseRefusal(error, ownerUrl, ownerSetting(url, ownerUrl)) ?? error
  } finally {
    await db.destroy()
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

/**
 * Calls back once: on SIGTERM, Ctrl-C, when the terminal closes, or when the launcher was killed, which closes the channel
 * to it. npm forwards Ctrl-C, so it may arrive twice. Without a launcher there is no channel, and nothing else counts.
 */
function onStop(stop: (reason: string) => void): void {
  let stopped = false
  const once = (reason: string) => {
    if (!stopped) stop(reason)
    stopped = true
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => once(signal))
  const orphaned = () => once('the launcher has ended')
  process.on('disconnect', orphaned)
  // It may have closed while this module was loaded.
  if (process.connected === false) orphaned()
}

function aborted(signal: AbortSignal): Promise<'stop'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stop')
    signal.addEventListener('abort', () => resolve('stop'))
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
