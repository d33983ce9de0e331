import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAccountLineage } from '../../server/features/administrators/accounts/account-lineage.ts'
import { createPeople } from '../../server/features/administrators/people.ts'
import { changeAdministrators, givenLineage } from '../support/database/proven-rows.ts'
import { twoPeople } from '../support/given/honest-service.ts'
import { givenAdministrator } from '../support/service/auth-helpers.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ connections: 4 })
let asker: Client
let voter: Client

beforeAll(async () => {
  asker = await server.signIn('owner')
  voter = await server.signIn('custodian')
  const old = new Date(Date.now() - 48 * 3_600_000)
  await changeAdministrators(server, { role_since: old, credentials_since: old })
  expect((await asker.put('/v1/policy', { rules: twoPeople })).status).toBe(200)
})

const key = () => asker.post('/v1/api-keys', { name: 'K', scopes: ['requests:read'] })

async function people() {
  const all = await createPeople(server.service).listPeople(server.db)
  return { all, lineage: createAccountLineage(all), of: (id: string) => all.find((one) => one.id === id) }
}

test('an account that was changed counts as nobody, and who was made by it as everybody', async () => {
  const [first, middle, last] = [
    await givenAdministrator(server),
    await givenAdministrator(server),
    await givenAdministrator(server),
  ]
  const made_at = new Date()
  await givenLineage(server, { administrator_id: middle.id, made_by: first.id, act: 'created', made_at })
  await givenLineage(server, { administrator_id: last.id, made_by: middle.id, act: 'created', made_at })
  const before = await people()
  expect(before.lineage.mayBeOne(first.id, last.id)).toBe(true)
  expect(before.lineage.mayBeOne(last.id, voter.id as string)).toBe(false)
  // Whoever is first would be another person than last, if the account between them were left out.
  await sql`update administrators set name = 'Changed' where id = ${middle.id}`.execute(server.db)
  const after = await people()
  expect(after.of(middle.id)).toMatchObject({ isActive: false, canSignIn: false })
  expect(after.lineage.mayBeOne(first.id, last.id)).toBe(true)
  expect(after.lineage.mayBeOne(last.id, voter.id as string)).toBe(true)
  await sql`update administrators set name = 'Somebody' where id = ${middle.id}`.execute(server.db)
  expect((await people()).lineage.mayBeOne(last.id, voter.id as string)).toBe(false)
})

test('who deletes or confirms who made an account makes it nobody, not somebody else', async () => {
  const { id } = await givenAdministrator(server)
  const made_by = asker.id as string
  await givenLineage(server, { administrator_id: id, made_by, act: 'created', made_at: new Date() })
  await sql`delete from administrator_lineage where administrator_id = ${id}`.execute(server.db)
  expect((await people()).of(id)).toMatchObject({ isActive: false })
})

describe('a vote', () => {
  test('of an account whose age was changed does not count', async () => {
    const { body } = await key()
    expect(body.code).toBe('approval_required')
    const path = `/v1/approvals/${body.context.approval_id}/votes`
    expect((await voter.post(path, { decision: 'approve' })).status).toBe(200)
    await sql`update administrators set role_since = role_since - interval '1 day' where id = ${voter.id}`.execute(
      server.db,
    )
    expect((await key()).body.code).toBe('approval_required')
    await sql`update administrators set role_since = role_since + interval '1 day' where id = ${voter.id}`.execute(
      server.db,
    )
    expect((await key()).status).toBe(201)
  })
})
