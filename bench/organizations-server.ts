import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { permissionsOf } from '../contract/api/roles.ts'
import { OrganizationListResponse } from '../contract/organizations/organizations.ts'
import { PurchaseRequestListResponse } from '../contract/purchase-requests/purchase-requests.ts'
import { buildService } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { createNotifications } from '../server/platform/db/notifications.ts'
import { inlined } from '../server/platform/http/routes/inlined-schema.ts'
import { createLog } from '../server/platform/log.ts'
import { superuserUrl } from '../test/support/database/superuser.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { startDatabase } from './database.ts'
import { loadOrganizations } from './organization-data.ts'
import { loadPurchaseRequests } from './purchase-request-data.ts'
import { sized } from './scale.ts'

/** The service over many organizations and purchase requests, and beside each list the same page as constant objects. */
const count = Number(process.argv[2])
const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const log = createLog('info', createWriteStream(join(dataDir, 'service.log')))
const config = readConfig({ KONTOR_DATA_DIR: dataDir, KONTOR_RATE_LIMIT: 'off' })
const embedded = await startDatabase({ dataDir, log, settings: { shared_buffers: '1GB', jit: 'off' } })
const db = connect(embedded.url)
await migrate(db)
await loadOrganizations(superuserUrl(embedded.url), count)
const buyers = await db.selectFrom('organizations').select('id').orderBy('seq', 'desc').limit(1_000).execute()
await loadPurchaseRequests(
  db,
  buyers.map(({ id }) => id),
  { count: sized(500, 50_000), open: sized(10, 1_000) },
)
const notifications = createNotifications({ url: embedded.url, log })
const service = await buildService({ config, db, notifications, log })

const page = { limit: 50, offset: 0 }
const organizations = JSON.parse(await service.organizationList.read(page))
service.app.get(
  '/v1/constant-organizations',
  {
    schema: { response: { 200: inlined(OrganizationListResponse) } },
    config: { access: 'organizations:read' },
  },
  async () => organizations,
)
const requests = JSON.parse(
  await service.purchaseRequestList.read(page, { permissions: permissionsOf('auditor') }),
)
service.app.get(
  '/v1/constant-purchase-requests',
  {
    schema: { response: { 200: inlined(PurchaseRequestListResponse) } },
    config: { access: 'requests:read' },
  },
  async () => requests,
)

process.once('SIGTERM', async () => {
  await service.stop()
  await notifications.close()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
const url = await service.app.listen({ port: 0 })
await service.start()
process.send?.({ url, databaseUrl: embedded.url, token: await signIn() })

async function signIn(): Promise<string> {
  return (await givenSession({ db, service, now: new Date() }, 'auditor')).token
}
