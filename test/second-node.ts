import pino from 'pino'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/db/database.ts'
import { createNotifications } from '../server/db/notifications.ts'
import { type Client, client, type TestServer } from './harness.ts'

/** Another node on the same database and data directory, with settings of its own. */
export async function secondNode(server: TestServer, env: Record<string, string> = {}) {
  const log = pino({ level: 'silent' })
  const db = connect(server.databaseUrl, { max: 1 })
  const notifications = createNotifications({ url: server.databaseUrl, log })
  const service = await buildService({
    config: readConfig({ KONTOR_DATA_DIR: server.dataDir, KONTOR_RATE_LIMIT: 'off', ...env }),
    db,
    notifications,
    log,
    now: () => server.clock.at ?? new Date(),
  })
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  await service.start()
  return {
    /** The same person, who happens to reach this node. */
    as: ({ token, id, sessionId }: Client) => client({ url }, token, id, sessionId),
    async close(): Promise<void> {
      await service.stop()
      await notifications.close()
      await db.destroy()
    },
  }
}
