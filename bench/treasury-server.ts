import { givenOrganization } from '../test/support/given/factories.ts'
import { newCompany } from '../test/support/given/given-paper.ts'
import { givenSession } from '../test/support/service/signed-in.ts'
import { measureDeliveries } from './delivery-posting.ts'
import { startMeasuredService } from './measured-service.ts'
import { loadTreasury } from './treasury-data.ts'

const [requests = 0, lots = 0] = process.argv.slice(2).map(Number)
const companies = 3

const { db, service, serve } = await startMeasuredService()

await serve(async (url) => {
  const { token } = await givenSession({ db, service, now: new Date() }, 'owner')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(await response.text())
  }
  const own: string[] = []
  for (let made = 0; made < companies; made += 1) {
    const { id } = await givenOrganization({ db })
    await post(`/v1/organizations/${id}/wallets/create`, {})
    await post('/v1/desk/companies', newCompany({ organization_id: id }))
    own.push(id)
  }
  await loadTreasury(db, own, { requests, lots })
  return { token, deliveries: await measureDeliveries(db) }
})
