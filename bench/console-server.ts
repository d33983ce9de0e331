// A service with requests of one organization, for `console.ts`.
import { sql } from 'kysely'
import { owner } from '../demo/instance.ts'
import { newId } from '../server/platform/db/ids.ts'
import { startMeasuredService } from './measured-service.ts'
import { loadPurchaseRequests } from './purchase-request-data.ts'

const count = Number(process.argv[2])
const { db, service, serve } = await startMeasuredService({
  KONTOR_ADMIN_EMAIL: owner.email,
  KONTOR_ADMIN_PASSWORD: owner.password,
})
const organizationId = newId()
await sql`
  insert into organizations (id, type, inn, ogrn, full_name, short_name, registry_status, source, created_at,
    updated_at, created_by)
  values (${organizationId}, 'legal', '7707083893', '1027700132195', 'ООО «Ромашка»', 'ООО «Ромашка»', 'active',
    'manual', now(), now(), 'bench')
`.execute(db)
await loadPurchaseRequests(db, [organizationId], { count, open: 400 })
await service.firstOwner.ensure()
await serve(async () => ({}))
