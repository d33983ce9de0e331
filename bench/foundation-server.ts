import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { createNotifications } from '../server/db/notifications.ts'
import { createLog } from '../server/log.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const sink = createWriteStream(join(dataDir, 'service.log'))
const log = createLog('info', sink)
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const embedded = await startEmbedded({ dataDir, log })
const db = connect(embedded.url)
await migrate(db)
const notifications = createNotifications({ url: embedded.url, log })
const service = await buildService({ config, db, notifications, log })

const answer = { status: 'ok', name: 'Ромашка', count: 42 }
const schema = {
  response: {
    200: {
      type: 'object',
      properties: { status: { type: 'string' }, name: { type: 'string' }, count: { type: 'integer' } },
    },
  },
}
service.app.get('/v1/trivial', { schema, config: { access: 'anyone' } }, async () => answer)
const bare = Fastify()
bare.get('/v1/trivial', { schema }, async () => answer)

process.once('SIGTERM', async () => {
  await service.stop()
  await bare.close()
  await notifications.close()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
const urls = { service: await service.app.listen({ port: 0 }), bare: await bare.listen({ port: 0 }) }
await service.start()
process.send?.(urls)
