import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildService, type Service } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { isDatabaseAway } from './db/availability.ts'
import { connect, type Db } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate, refuseOldServer } from './db/migrate.ts'
import { createNotifications } from './db/notifications.ts'
import { StartRefused } from './errors.ts'
import { createLog } from './log.ts'

const stopSeconds = 20

try {
  await run(readConfig())
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  console.error(`kontor: ${error.message}`)
  process.exitCode = 1
}

/** config → database → app → listen → close */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const stopAsked = signalled(log)
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log })
  const url = embedded?.url ?? (config.databaseUrl as string)
  const db = connect(url)
  const notifications = createNotifications({ url, log })
  const service = await buildService({ config, db, notifications, log })
  try {
    const address = await listen(service, config)
    if ((await Promise.race([stopAsked, prepare(service, db, log)])) !== 'stop') {
      log.info(`Kontor serves at ${address} (documentation: ${address}/docs)`)
      await stopAsked
    }
  } finally {
    await bounded(service.stop(), log)
    await notifications.close()
    await db.destroy()
    await embedded?.stop()
  }
  log.info('stopped')
}

/** Waits for the database, brings it up to date and starts what works by itself. */
async function prepare(service: Service, db: Db, log: Logger): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await refuseOldServer(db)
      const applied = await migrate(db)
      if (applied.length > 0) log.info({ migrations: applied }, 'the database was brought up to date')
      return await service.start()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      if (attempt % 30 === 0) log.warn('the database cannot be reached; trying again every second')
      await wait(1_000)
    }
  }
}

async function listen(service: Service, { host, port }: Config): Promise<string> {
  try {
    return await service.app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartRefused(`PORT ${port} on ${host} is in use by another program.`)
    if (code === 'EACCES')
      throw new StartRefused(`PORT ${port} may not be opened by this user: use one from 1024 on.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartRefused(`HOST ${host} should be an address of this machine.`)
    }
    throw error
  }
}

/** The first SIGTERM or SIGINT asks for an orderly stop; a second one ends the wait. */
function signalled(log: Logger): Promise<'stop'> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (!asked) log.info(`${signal}: finishing what runs, then stopping`)
        asked = true
        resolve('stop')
      })
    }
  })
}

async function bounded(stopping: Promise<void>, log: Logger): Promise<void> {
  const late = Symbol()
  const limit = wait(stopSeconds * 1000, late, { ref: false })
  if ((await Promise.race([stopping, limit])) === late) log.warn('requests still running were cut off')
}
