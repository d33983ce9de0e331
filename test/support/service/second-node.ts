import pino from 'pino'
import { buildService } from '../../../server/app.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import { connect } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { createNotifications } from '../../../server/platform/db/notifications.ts'
import { isFull } from '../cases/scale.ts'
import { serviceUrl } from '../database/superuser.ts'
import { startProcess, untilReady } from '../processes/service-process.ts'
import { type TestServer, unverified } from './harness.ts'
import { keptThreads } from './kept-threads.ts'

/** Another node of the same installation, with some settings of its own. */
export function startSecondNode(server: TestServer, settings: Partial<Config> = {}) {
  return startNode(server.databaseUrl, { ...server.config, ...settings })
}

/**
 * The service on a database that it has to upgrade, or that was restored. `npm test` starts it in this process, because
 * another one needs three seconds of processor time to load the service, and `npm run test:full` like `npm start`.
 */
export async function startService(
  env: Record<'DATABASE_URL' | 'KONTOR_DATA_DIR', string> & Record<string, string>,
): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (isFull) {
    const service = await startProcess(env)
    await untilReady(service)
    return {
      url: service.url,
      stop() {
        service.child.kill('SIGTERM')
        return service.ended
      },
    }
  }
  const db = connect(env.DATABASE_URL, { max: 1, unlimited: true })
  const service = connect(serviceUrl(env.DATABASE_URL), { max: 1 })
  await migrate(db, undefined, undefined, service)
  await Promise.all([db.destroy(), service.destroy()])
  return startNode(env.DATABASE_URL, readConfig(env))
}

/** A node on this database in this process. */
export async function startNode(databaseUrl: string, config: Config) {
  const log = pino({ level: 'silent' })
  const url = serviceUrl(databaseUrl)
  const db = connect(url, { max: 4 })
  const owner = connect(databaseUrl, { max: 1 })
  const notifications = createNotifications({ url, log })
  const service = await buildService({
    config,
    db,
    owner,
    notifications,
    log,
    threads: keptThreads,
    verificationMs: unverified,
  })
  const listening = await service.app.listen({ port: 0, host: '127.0.0.1' })
  // Without an address it would make up a password.
  if (config.adminEmail !== null) await service.firstOwner.ensure()
  await service.start()
  return {
    url: listening,
    service,
    async stop() {
      await service.stop()
      await notifications.close()
      await Promise.all([db.destroy(), owner.destroy()])
    },
  }
}
