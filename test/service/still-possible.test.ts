import { createHash } from 'node:crypto'
import { Wallet } from 'ethers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { accountOf } from '../../contract/wallets/addresses.ts'
import { connect } from '../../server/platform/db/database.ts'
import { serviceUrl } from '../support/database/superuser.ts'
import {
  ethereumInputs,
  givenPaidRequest,
  givenPayer,
  givenTransfer,
  newTransfer,
  transferPath,
  transfersOn,
} from '../support/given/given-transfer.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { bodyRefresh, givenAdministrator, login } from '../support/service/auth-helpers.ts'
import { startServer } from '../support/service/harness.ts'
import { expectUnproven } from '../support/service/verify-rows.ts'

/**
 * What docs/security.md says that an attacker can still do. These attacks succeed: when one of them is prevented, its test
 * becomes one of the refusal, and the page says so.
 */
const server = startServer({ env: transfersOn, connections: 2 })
const { write, tamper, verify, head } = auditTools(server)

describe('whoever can write to the database', () => {
  beforeAll(() => server.service.checkpoints.cut(true))

  test('changes an entry of an address book, which nobody can pay any more', async () => {
    const payer = await givenPayer(server)
    const address = new Wallet(`0x${'07'.repeat(32)}`).address
    await server.db
      .updateTable('address_book_entries')
      .set({ address, account: accountOf('ethereum', address) })
      .where('id', '=', payer.entry.id)
      .execute()
    expectUnproven(
      await payer.owner.post('/v1/transfers', newTransfer(payer)),
      'address_book_entry',
      payer.entry.id,
    )
  })

  test('cannot bring back an entry that was removed: the node knows that it is gone', async () => {
    const payer = await givenPayer(server)
    const entries = server.db.selectFrom('address_book_entries').selectAll().where('id', '=', payer.entry.id)
    const before = await entries.executeTakeFirstOrThrow()
    await payer.owner.delete(`/v1/organizations/${payer.id}/addresses/${payer.entry.id}`)
    await server.db.updateTable('address_book_entries').set(before).where('id', '=', before.id).execute()
    const reply = await payer.owner.post('/v1/transfers', newTransfer(payer))
    expect(reply).toMatchObject({ status: 503, body: { code: 'proof_invalid' } })
  })

  test('takes back what was delivered of a request, which people can then pay once more', async () => {
    const { owner, request, payer } = await givenPaidRequest(server)
    const path = `/v1/purchase-requests/${request.id}/status`
    const done = await owner.patch(path, { status: 'completed', tx_hash: `0x${'ab'.repeat(32)}` })
    expect(done.status).toBe(200)
    await server.db
      .updateTable('purchase_requests')
      .set({ status: 'paid', delivered_amount: '0' })
      .where('id', '=', request.id)
      .execute()
    const { id } = await givenTransfer(owner, payer, { request_id: request.id })
    expect((await owner.post(transferPath(id, '/sign'), ethereumInputs(0))).status).toBe(200)
  })

  test('cannot have one intent signed twice by bringing its rows back: the node knows what was signed', async () => {
    const payer = await givenPayer(server)
    const { id } = await givenTransfer(payer.owner, payer)
    const sign = (nonce: number) => payer.owner.post(transferPath(id, '/sign'), ethereumInputs(nonce))
    const first = await sign(0)
    await server.db
      .updateTable('transfers')
      .set({
        status: 'draft',
        ...{ inputs: null, prepared_at: null, prepared_by: null, signed_amount: null, signed_fee: null },
        ...{ spends: null, raw: null, encoding: null, tx_id: null, signed_at: null },
      })
      .where('id', '=', id)
      .execute()
    const second = await sign(1)
    expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'signed_before'])
  })

  test('cannot bring back an account as it was before it lost its role: the node knows its newer state', async () => {
    const owner = await server.signIn('owner')
    const { id, email } = await givenAdministrator(server, { role: 'owner' })
    const before = await server.db
      .selectFrom('administrators')
      .select(['role', 'role_since', 'version', 'proof', 'proof_revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await owner.patch(`/v1/administrators/${id}`, { role: 'auditor' })).status).toBe(200)
    expect((await login(server, email)).body.admin.role).toBe('auditor')
    await server.db.deleteFrom('administrator_lineage').where('administrator_id', '=', id).execute()
    await server.db.updateTable('administrators').set(before).where('id', '=', id).execute()
    expect((await login(server, email)).status).toBe(401)
  })

  test('makes a refresh token that was used up the current one, if they have it', async () => {
    const { email } = await givenAdministrator(server)
    const { body } = await login(server, email)
    const { refresh_token: used } = body
    expect((await bodyRefresh(server, used)).status).toBe(200)
    const hash = createHash('sha256').update(used).digest()
    await server.db.updateTable('refresh_tokens').set({ rotated_at: null }).where('hash', '=', hash).execute()
    expect((await bodyRefresh(server, used)).status).toBe(200)
  })

  test('cannot remove the newest rows of the audit log, even if no checkpoint covers them yet', async () => {
    const service = connect(serviceUrl(server.databaseUrl), { max: 1 })
    onTestFinished(() => service.destroy())
    await write(3, service)
    const newest = await head()
    const rows = () =>
      server.db
        .selectFrom('audit_events')
        .select(['seq', 'hash'])
        .where('seq', '<=', newest)
        .orderBy('seq')
        .execute()
    const before = await rows()
    for (const statement of [
      'alter table audit_events disable trigger user',
      `delete from audit_events where seq > ${newest - 3}`,
      `update audit_head set seq = ${newest - 3}`,
    ])
      await expect(sql.raw(statement).execute(service)).rejects.toMatchObject({ code: '42501' })
    // Notices of the attacks above may have come after them.
    expect(await rows()).toEqual(before)
    expect(await head()).toBeGreaterThanOrEqual(newest)
  })
})

test('the owner of the tables removes the newest rows of the audit log, if no checkpoint covers them yet', async () => {
  await server.service.checkpoints.cut(true)
  const before = await server.db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()
  await write(3)
  expect(await head()).toBeGreaterThanOrEqual(before.seq + 3)
  await tamper(async (db) => {
    await db.deleteFrom('audit_events').where('seq', '>', before.seq).execute()
    await db.updateTable('audit_head').set({ seq: before.seq, hash: before.hash }).execute()
  })
  expect((await verify()).problem).toBeNull()
})

test('whoever has a copy of the database reads names, addresses and amounts', async () => {
  const payer = await givenPayer(server)
  const { reason, to_address } = await givenTransfer(payer.owner, payer)
  const { body: organization } = await payer.owner.get(`/v1/organizations/${payer.id}`)
  const rows = [
    await server.db.selectFrom('organizations').selectAll().where('id', '=', payer.id).execute(),
    await server.db.selectFrom('transfers').selectAll().where('organization_id', '=', payer.id).execute(),
  ]
  for (const known of [organization.short_name, reason, to_address])
    expect(JSON.stringify(rows)).toContain(known)
})
