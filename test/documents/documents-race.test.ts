import { describe, expect, test } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { connectionsFor, untilWaiting, whileLocked } from '../support/database/locks.ts'
import { pdf } from '../support/files/document-samples.ts'
import { filesOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(18), env: { KONTOR_FOUR_EYES: 'documents' } })

const hold =
  ({ id }: { id: string }) =>
  (db: Db) =>
    db.updateTable('organizations').set({ notes: 'held' }).where('id', '=', id).execute()

describe('at the same time', () => {
  test('eight different files for one slot become eight versions', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const replies = await whileLocked(server.db, hold(organization), () =>
      Array.from({ length: 8 }, (_, n) => upload(operator, organization, 'charter', pdf({ padding: n + 1 }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(replies.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const current = await operator.get(slotPath(organization, 'charter'))
    expect(current.body).toMatchObject({ version: 8, status: 'pending' })
  })

  test('the same file eight times is one version and one blob', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const before = filesOf(server).blobs.length
    const replies = await whileLocked(server.db, hold(organization), () =>
      Array.from({ length: 8 }, () => upload(operator, organization, 'charter', pdf({ padding: 50 }))),
    )
    expect(replies.map(({ body }) => body.version)).toEqual(Array(8).fill(1))
    expect(filesOf(server).blobs).toHaveLength(before + 1)
  })

  test('an upload waits for a locked organization and keeps its content', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const [reply] = await whileLocked(server.db, hold(organization), () => [
      upload(operator, organization, 'charter', pdf({ padding: 60 })),
    ])
    expect(reply).toMatchObject({ status: 200, body: { version: 1 } })
  })

  test('a review waits for a running upload and does not approve the replaced version', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const officer = await server.signIn('officer')
    await upload(operator, organization, 'charter', pdf({ padding: 70 }))
    const late = await server.db.transaction().execute(async (db) => {
      // As an upload does: the organization first, then its slot.
      await hold(organization)(db)
      await db
        .insertInto('document_versions')
        .columns([
          'id',
          'organization_id',
          'kind',
          'version',
          'file_name',
          'content_type',
          'size',
          'sha256',
          'content_key',
          'store',
          'uploaded_by',
          'uploaded_at',
        ])
        .expression((select) =>
          select
            .selectFrom('document_versions')
            .select((s) => [
              s.val(crypto.randomUUID()).as('id'),
              'organization_id',
              'kind',
              s.lit(2).as('version'),
              'file_name',
              'content_type',
              'size',
              'sha256',
              'content_key',
              'store',
              'uploaded_by',
              'uploaded_at',
            ])
            .where('organization_id', '=', organization.id),
        )
        .execute()
      await db
        .updateTable('documents')
        .set({ version: 2 })
        .where('organization_id', '=', organization.id)
        .execute()
      const reply = officer.patch(`${slotPath(organization, 'charter')}/review`, {
        version: 1,
        decision: 'approved',
      })
      await untilWaiting(server.db, 1)
      return { reply }
    })
    expect(await late.reply).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect((await officer.get(slotPath(organization, 'charter'))).body.status).toBe('pending')
  })

  test('uploads and changes of bank details do not deadlock', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const officer = await server.signIn('officer')
    await upload(operator, organization, 'bank-details', pdf({ padding: 80 }))
    const bank = { bik: '044525225', settlement_account: '40702810738060051258' }
    const change = (n: number) =>
      officer.patch(`/v1/organizations/${organization.id}`, {
        bank_details: { ...bank, bank_name: `№ ${n}` },
      })
    const review = () =>
      officer.patch(`${slotPath(organization, 'bank-details')}/review`, { version: 1, decision: 'approved' })
    const replies = await whileLocked(server.db, hold(organization), () =>
      Array.from({ length: 6 }, (_, n) => [review(), change(n), review()]).flat(),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(18).fill(200))
  })
})

describe('four eyes', () => {
  test('an uploader may not review their own upload, and the attempt is recorded', async () => {
    const organization = await givenOrganization(server)
    const [uploader, colleague] = [await server.signIn('officer'), await server.signIn('officer')]
    await upload(uploader, organization, 'charter', pdf({ padding: 90 }))
    const path = `${slotPath(organization, 'charter')}/review`
    expect(await uploader.patch(path, { version: 1, decision: 'approved' })).toMatchObject({
      status: 403,
      body: { code: 'four_eyes' },
    })
    // The attempt is written a moment later.
    const denied = () =>
      server.db
        .selectFrom('audit_events')
        .select('event')
        .where('actor_id', '=', uploader.id)
        .where('outcome', '=', 'denied')
        .execute()
    await expect
      .poll(async () => (await denied()).map(({ event }) => JSON.parse(event)))
      .toMatchObject([
        { action: 'access.denied', details: { operation: 'reviewDocument', reason: 'four_eyes' } },
      ])
    expect((await colleague.patch(path, { version: 1, decision: 'approved' })).body.status).toBe('approved')
  })
})

describe('without the key of the vault', () => {
  test('documents are listed, but can be neither uploaded nor downloaded', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const { body } = await upload(operator, organization, 'charter', pdf({ padding: 95 }))
    const before = filesOf(server)
    await server.service.vault.stop()
    const list = await operator.get(`/v1/organizations/${organization.id}/documents`)
    expect(list.body).toMatchObject([{ version: 1, download_url: null }])
    expect(await upload(operator, organization, 'charter', pdf({ padding: 96 }))).toMatchObject({
      status: 503,
      body: { code: 'vault_sealed' },
    })
    const reply = await fetch(server.url + body.download_url)
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).not.toBeNull()
    expect(filesOf(server)).toEqual(before)
  })
})

describe('a store that cannot be written', () => {
  const broken = startServer({ env: { KONTOR_DOCUMENTS_URL: 'file:/dev/null/documents' } })

  test('is 503, with the cause only in the log', async () => {
    const organization = await givenOrganization(broken)
    const reply = await upload(await broken.signIn('operator'), organization, 'charter', pdf())
    expect(reply).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } })
    expect(JSON.stringify(reply.body)).not.toContain('/dev/null')
    expect(broken.logged.some((line) => line.includes('document_storage') && line.includes('ENOTDIR'))).toBe(
      true,
    )
  })
})
