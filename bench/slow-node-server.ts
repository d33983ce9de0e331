import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { buildService } from '../server/app.ts'
import { connect } from '../server/platform/db/database.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { openDoor } from '../test/support/database/database-door.ts'
import { givenOrganization } from '../test/support/given/factories.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startMeasuredService } from './measured-service.ts'

export type Ready = { url: string; slowUrl: string; token: string; organizationIds: string[] }

const latencyMs = 200
const { db, service, config, log, url: databaseUrl, serve } = await startMeasuredService()
const organizationIds: string[] = []
for (let made = 0; made < 20; made++) organizationIds.push((await givenOrganization({ db })).id)

/** A second node of the same installation, for which every answer of the database takes so long. */
const late = () =>
  new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), latencyMs)
      done()
    },
  })
const door = await openDoor(databaseUrl, late)
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-slow-'))
const slowDb = connect(door.url)
const notifications = createNotifications({ url: door.url, log })
const slow = await buildService({ config: { ...config, dataDir }, db: slowDb, notifications, log })

await serve(
  async () => {
    const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
    const slowUrl = await slow.app.listen({ port: 0 })
    await slow.start()
    return { slowUrl, token, organizationIds }
  },
  async () => {
    await slow.stop()
    await notifications.close()
    await slowDb.destroy()
    await door.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
)
