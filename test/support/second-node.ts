import pino from 'pino'
import { buildService } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import { connect } from '../../server/platform/db/database.ts'
import { createNotifications } from '../../server/platform/db/notifications.ts'
import type { TestServer } from './harness.ts'

/** Another node of the same installation, with some settings of its own. */
export async function startSecondNode(server: TestServer, settings: Partial<Config> = {}) {
  const log = pino({ level: 'silent' })
  const db = connect(server.databaseUrl, { max: 4 })
  const notifications = createNotifications({ url: server.databaseUrl, log })
  const service = await buildService({ config: { ...server.config, ...settings }, db, notifications, log })
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
