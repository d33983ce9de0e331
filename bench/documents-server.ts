import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/platform/db/database.ts'
import { newId } from '../server/platform/db/ids.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { createLog } from '../server/platform/log.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startDatabase } from './database.ts'

/** The service in a separate process, so that its memory can be measured. Reports its resident size on request. */
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const log = createLog('info', createWriteStream(join(dataDir, 'service.log')))
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const embedded = await startDatabase({ dataDir, log })
const db = connect(embedded.url)
await migrate(db)
const notifications = createNotifications({ url: embedded.url, log })
const service = await buildService({ config, db, notifications, log })
const url = await service.app.listen({ port: 0 })
await service.start()

const now = new Date()
const organizationId = newId()
const { token } = await givenSession({ db, service, now }, 'owner')
await db
  .insertInto('organizations')
  .values({
    id: organizationId,
    type: 'legal',
    inn: '7736207543',
    ogrn: '1027700229193',
    full_name: 'Общество с ограниченной ответственностью «Ромашка»',
    registry_status: 'active',
    source: 'manual',
    created_at: now,
    updated_at: now,
    created_by: 'bench',
  })
  .execute()

process.on('message', () => process.send?.({ resident: process.memoryUsage().rss }))
process.once('SIGTERM', async () => {
  await service.stop()
  await notifications.close()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
process.send?.({ url, token, organizationId, dataDir })
