import pino from 'pino'
import { buildService } from '../../server/app.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { connect } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { createNotifications } from '../../server/platform/db/notifications.ts'
import type { TestServer } from './harness.ts'
import { keptThreads } from './kept-threads.ts'
import { isFull } from './scale.ts'
import { startProcess, untilReady } from './service-process.ts'

/** Another node of the same installation, with some settings of its own. */
export function startSecondNode(server: TestServer, settings: Partial<Config> = {}) {
  return start(server.databaseUrl, { ...server.config, ...settings })
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
  await migrate(db)
  await db.destroy()
  return start(env.DATABASE_URL, readConfig(env))
}

async function start(databaseUrl: string, config: Config) {
  const log = pino({ level: 'silent' })
  const db = connect(databaseUrl, { max: 4 })
  const notifications = createNotifications({ url: databaseUrl, log })
  const service = await buildService({ config, db, notifications, log, threads: keptThreads })
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  await service.start()
  return {
    url,
    service,
    async stop() {
      await service.stop()
      await notifications.close()
      await db.destroy()
    },
  }
}
