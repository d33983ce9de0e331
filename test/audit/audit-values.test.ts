import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rewrap } from '../../server/platform/vault/rewrap.ts'
import { sealedColumns } from '../../server/sealed-columns.ts'
import { chosen, isFull } from '../support/cases/scale.ts'
import { bank, organizationTools } from '../support/given/organization-tools.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { auditTools } from '../support/service/audit-tools.ts'
import { client, startServer } from '../support/service/harness.ts'
import { rotateKey } from '../support/service/rotate-key.ts'

const server = startServer({ connections: 4 })
const { verify } = auditTools(server)
const { company, given } = organizationTools(server)

const kontor = (...args: string[]) =>
  runCli(args, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir })

/** The rows of an organization as an auditor sees them, oldest first. */
async function history(id: string) {
  const auditor = await server.signIn('auditor')
  const { body } = await auditor.get(`/v1/audit-events?organization_id=${id}&limit=200`)
  return body.items.toReversed()
}

async function givenChange() {
  const made = await given({ notes: 'Старый тайный комментарий' })
  const { status } = await made.officer.patch(made.path, {
    notes: 'Новый тайный комментарий',
    contact: { name: 'Пётр', phone: '+7 495 000-00-00' },
    bank_details: bank,
  })
  expect(status).toBe(200)
  // A log without any checkpoint is not valid, and the service takes its time for the first one.
  await server.service.checkpoints.cut(true)
  return { ...made, id: made.organization.id as string }
}

describe('the values of a change', () => {
  test('are shown to those who may read the audit log and the object', async () => {
    const { id, officer, path, organization } = await givenChange()
    await officer.patch(path, { kyb_status: 'in_review', kyb_reason: 'Проверка' })
    const [created, updated, decided] = await history(id)
    expect(created).toMatchObject({
      action: 'organization.created',
      details: { inn: organization.inn, sent: expect.arrayContaining(['notes']) },
      values: {
        status: 'available',
        before: null,
        after: { inn: organization.inn, notes: 'Старый тайный комментарий' },
      },
    })
    expect(updated).toMatchObject({
      action: 'organization.updated',
      details: { changed: ['contact', 'bank_details', 'notes'] },
      values: {
        status: 'available',
        before: { notes: 'Старый тайный комментарий', contact: null, bank_details: null },
        after: {
          notes: 'Новый тайный комментарий',
          contact: { name: 'Пётр', phone: '+7 495 000-00-00', email: null },
          bank_details: bank,
        },
      },
    })
    expect(decided.values).toEqual({
      status: 'available',
      before: { kyb_status: 'new', kyb_reason: null },
      after: { kyb_status: 'in_review', kyb_reason: 'Проверка' },
    })
    const owner = await server.signIn('owner')
    const ofKey = async (...scopes: string[]) => {
      const { body } = await owner.post('/v1/api-keys', { name: 'Журнал', scopes })
      const { status, body: log } = await client(server, body.key, null, null).get(
        `/v1/audit-events?action=organization.updated&organization_id=${id}`,
      )
      return { status, values: log.items[0].values }
    }
    expect(await ofKey('audit:read')).toEqual({
      status: 200,
      values: { status: 'withheld', before: null, after: null },
    })
    expect(await ofKey('audit:read', 'organizations:read')).toMatchObject({
      status: 200,
      values: { status: 'available', after: { notes: 'Новый тайный комментарий' } },
    })
    const others = await (await server.signIn('auditor')).get('/v1/audit-events?action=auth.login')
    expect(others.body.items.map(({ values }: { values: unknown }) => values)).toEqual(
      others.body.items.map(() => null),
    )
  })

  test('are in no row in plaintext; the chain has an HMAC that differs for equal values', async () => {
    const [first, second] = [await givenChange(), await givenChange()]
    const sealed = await server.db.selectFrom('audit_values').select('sealed_values').execute()
    expect(sealed.length).toBeGreaterThan(3)
    for (const { sealed_values } of sealed) expect(sealed_values?.includes('тайный')).toBe(false)
    const events = await server.db.selectFrom('audit_events').select('event').execute()
    expect(JSON.stringify(events)).not.toContain('тайный')
    const references = await Promise.all(
      [first, second].map(async ({ id }) => {
        const row = await server.db
          .selectFrom('audit_events')
          .select('event')
          .where('object_id', '=', id)
          .where('action', '=', 'organization.updated')
          .executeTakeFirstOrThrow()
        return JSON.parse(row.event).values
      }),
    )
    for (const reference of references) {
      expect(reference).toEqual({
        id: expect.any(String),
        before: expect.stringMatching(/^[0-9a-f]{64}$/),
        after: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
    }
    expect(references[0].after).not.toBe(references[1].after)
  })

  test.runIf(isFull)(
    'stay readable after the key of the organization was rotated and the records sealed again',
    async () => {
      const { id } = await givenChange()
      const sealed = () =>
        server.db
          .selectFrom('audit_values')
          .selectAll()
          .where('organization_id', '=', id)
          .orderBy('id')
          .execute()
      const before = await sealed()
      await rotateKey(server, `${id}/audit`)
      const { done, unreadable } = await rewrap(server.db, server.service.vault, sealedColumns)
      expect(done).toBeGreaterThanOrEqual(2)
      expect(unreadable).toEqual([])
      expect((await sealed()).map(({ sealed_values }) => sealed_values?.readUInt32BE(1))).toEqual([2, 2])
      expect(await sealed()).not.toEqual(before)
      expect((await history(id)).map(({ values }: { values: unknown }) => values)).toMatchObject([
        { status: 'available' },
        { status: 'available' },
        // The rotation itself.
        null,
      ])
      const { code, stdout, stderr } = await kontor('audit', 'verify')
      expect(code, stdout + stderr).toBe(0)
    },
  )

  test('can be erased; the chain stays valid, and the verification says so', async () => {
    const { id, organization } = await givenChange()
    expect(await kontor('audit', 'erase', '--organization', id)).toMatchObject({
      code: 0,
      stdout: 'The values of 2 rows were erased.\n',
    })
    const rows = await history(id)
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      'organization.created',
      'organization.updated',
      'audit.values_erased',
    ])
    expect(rows[1]).toMatchObject({
      details: { changed: ['contact', 'bank_details', 'notes'] },
      values: { status: 'erased', before: null, after: null },
    })
    expect(rows[2]).toMatchObject({ details: { rows: 2 }, values: null })
    expect((await verify()).problem).toBeNull()
    const verified = await kontor('audit', 'verify')
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/rows, erased: 2$/m) })
    // The organization itself is unchanged, and its later changes have values again.
    const officer = await server.signIn('officer')
    await officer.patch(`/v1/organizations/${organization.id}`, { notes: null })
    expect((await history(id)).at(-1)).toMatchObject({
      values: { status: 'available', before: { notes: 'Новый тайный комментарий' }, after: { notes: null } },
    })
    expect(await kontor('audit', 'erase')).toMatchObject({ code: 2 })
  })

  test.each(chosen(1, ['exchanged', 'deleted', 'replaced with the key of the vault']))(
    'that were %s are reported',
    async (what) => {
      const { id } = await givenChange()
      const rows = await server.db
        .selectFrom('audit_values')
        .selectAll()
        .where('organization_id', '=', id)
        .orderBy('id')
        .execute()
      const [first, second] = rows
      if (!first || !second) throw new Error('There are two rows.')
      const put = (row: typeof first, sealed_values: Buffer | null) =>
        server.db.updateTable('audit_values').set({ sealed_values }).where('id', '=', row.id).execute()
      await server.db.transaction().execute(async (db) => {
        await sql`alter table audit_values disable trigger user`.execute(db)
        if (what === 'deleted') await db.deleteFrom('audit_values').where('id', '=', first.id).execute()
        await sql`alter table audit_values enable trigger user`.execute(db)
      })
      if (what === 'exchanged') await put(first, second.sealed_values)
      if (what.startsWith('replaced')) await put(first, await forged(first))
      const [created] = await history(id)
      expect(created.values).toEqual({ status: 'unreadable', before: null, after: null })
      const verified = await kontor('audit', 'verify')
      expect(verified).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('NOT VALID. The values of row'),
      })
      if (what === 'deleted') await server.db.insertInto('audit_values').values(first).execute()
      else await put(first, first.sealed_values)
      expect(await kontor('audit', 'verify')).toMatchObject({ code: 0 })
    },
  )

  /** What somebody could do who has the database and the key of the vault. */
  async function forged(row: { id: string; organization_id: string; sealed_values: Buffer | null }) {
    const { vault } = server.service
    const place = {
      organizationId: row.organization_id,
      table: 'audit_values',
      record: row.id,
      field: 'sealed_values',
    }
    const genuine = JSON.parse(String(await vault.open(server.db, place, row.sealed_values as Buffer)))
    genuine.after.notes = 'Другой комментарий'
    return vault.seal(server.db, place, Buffer.from(JSON.stringify(genuine)))
  }

  test('cannot be deleted or truncated by a mistake', async () => {
    await givenChange()
    await expect(sql`delete from audit_values`.execute(server.db)).rejects.toThrow('append-only')
    await expect(sql`truncate audit_values`.execute(server.db)).rejects.toThrow('append-only')
  })
})

test('while the vault is sealed, organizations can be read but not changed', async () => {
  const { officer, path, id } = await givenChange()
  await server.service.vault.stop()
  const sealed = { status: 503, body: { code: 'vault_sealed' } }
  expect(await officer.post('/v1/organizations', company())).toMatchObject(sealed)
  expect(await officer.patch(path, { notes: 'x' })).toMatchObject(sealed)
  expect(await officer.get(path)).toMatchObject({ status: 200, body: { notes: 'Новый тайный комментарий' } })
  expect((await officer.get('/v1/organizations')).status).toBe(200)
  const [created] = await history(id)
  expect(created.values).toEqual({ status: 'sealed', before: null, after: null })
})
