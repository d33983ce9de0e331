import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { client, startServer } from '../support/service/harness.ts'
import { startSecondNode } from '../support/service/second-node.ts'

/** Who brings an older row back right after the change is faster than a node reads the audit log. */
const server = startServer({ connections: 4 })

/** Another node, with a register of its own. */
async function secondNode() {
  const node = await startSecondNode(server, { dataDir: mkdtempSync(join(inject('runDir'), 'data-')) })
  onTestFinished(() => node.stop())
  return node
}

const proven = ['role', 'role_since', 'version', 'proof', 'proof_revision'] as const

test('an account that is brought back at once is nobody to the node that changed it, and to others as soon as they know', async () => {
  const owner = await server.signIn('owner')
  const other = await secondNode()
  const { id, email } = await givenAdministrator(server, { role: 'owner' })
  const { access_token } = (await login(server, email)).body
  const people = server.db.selectFrom('administrators').select(proven).where('id', '=', id)
  const before = await people.executeTakeFirstOrThrow()
  const readBy = (node: { url: string }) => client(node, access_token).get('/v1/administrators')
  expect((await readBy(other)).status).toBe(200)

  expect((await owner.patch(`/v1/administrators/${id}`, { role: 'auditor' })).status).toBe(200)
  await server.db.deleteFrom('administrator_lineage').where('administrator_id', '=', id).execute()
  await server.db.updateTable('administrators').set(before).where('id', '=', id).execute()

  expect((await login(server, email)).status).toBe(401)
  expect((await readBy(server)).status).toBe(401)
  // It may believe the older row for the second in which it does not know of the change, and no longer.
  await expect.poll(async () => (await readBy(other)).status, { timeout: 20_000 }).toBe(401)
})

test('a key that is brought back at once does not let anybody in', async () => {
  const owner = await server.signIn('owner')
  const other = await secondNode()
  const body = { name: 'CRM', scopes: ['organizations:read'] }
  const made = await owner.post('/v1/api-keys', body)
  expect(made.status).toBe(201)
  const { key } = made.body
  const { id } = made.body.api_key
  const readBy = (node: { url: string }) => client(node, key).get('/v1/organizations')
  expect((await readBy(other)).status).toBe(200)
  const { rows } = await sql<{ text: string }>`select to_jsonb(api_keys)::text as text from api_keys
    where id = ${id}`.execute(server.db)

  expect((await owner.delete(`/v1/api-keys/${id}`)).status).toBe(200)
  await sql`update api_keys set revoked_at = null, proof = old.proof, proof_revision = old.proof_revision
    from jsonb_populate_record(null::api_keys, ${rows[0]?.text}::jsonb) as old where api_keys.id = ${id}`.execute(
    server.db,
  )

  expect((await readBy(server)).status).toBe(401)
  await expect.poll(async () => (await readBy(other)).status, { timeout: 20_000 }).toBe(401)
})
