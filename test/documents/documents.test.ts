import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentKinds, docx } from '../../contract/organizations/documents.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { jpeg, office, pdf, pdfOfSize, png } from '../support/files/document-samples.ts'
import { auditOf, eventsOf, filesOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

describe('an upload', () => {
  test.each(documentKinds)('fills the slot %s and can be read back', async (kind) => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    expect(await operator.get(slotPath(organization, kind))).toMatchObject({
      status: 404,
      body: { code: 'document_not_found' },
    })

    const content = pdf({ padding: 70_000 })
    const fields = {
      number: '№ 17/а',
      issued_on: '2020-02-29',
      expires_on: '2030-01-01',
      comment: 'Копия верна',
    }
    const reply = await upload(operator, organization, kind, content, fields, 'Устав (ред. 3).pdf')

    expect(reply).toMatchObject({
      status: 200,
      body: {
        kind,
        organization_id: organization.id,
        status: 'pending',
        version: 1,
        file: {
          name: 'Устав (ред. 3).pdf',
          content_type: 'application/pdf',
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        },
        ...fields,
        decision: null,
        uploaded_by: operator.id,
      },
    })
    const { download_url, ...document } = reply.body
    expect(await operator.get(slotPath(organization, kind))).toMatchObject({ status: 200, body: document })
    const list = await operator.get(`/v1/organizations/${organization.id}/documents`)
    expect(list.body).toMatchObject([document])
    expect(await auditOf(server, organization)).toMatchObject([
      { action: 'document.uploaded', outcome: 'success', details: { kind, version: 1 } },
    ])
    const events = await eventsOf(server, organization)
    expect(events).toMatchObject([
      { type: 'document.uploaded', data: { kind, version: 1, status: 'pending' } },
    ])
    expect(JSON.stringify(events)).not.toContain('download_url')
  })

  test('accepts fields before and after the file', async () => {
    const organization = await givenOrganization(server)
    const operator = await server.signIn('operator')
    const body = new FormData()
    body.set('number', '1')
    body.set('file', new Blob([new Uint8Array(png())]), 'a.png')
    body.set('comment', '2')
    expect(await operator.put(slotPath(organization, 'charter'), body)).toMatchObject({
      status: 200,
      body: { number: '1', comment: '2', file: { content_type: 'image/png' } },
    })
  })

  test.each([
    ['other', office('docx'), 'Договор.docx', docx],
    ['charter', jpeg(), 'scan.jpeg', 'image/jpeg'],
    ['charter', png(), 'virus.exe', 'image/png'],
  ] as const)('%s: the content determines the type', async (kind, content, name, contentType) => {
    const organization = await givenOrganization(server)
    const reply = await upload(await server.signIn('operator'), organization, kind, content, {}, name)
    expect(reply.body.file).toMatchObject({
      content_type: contentType,
      name: name.replace('.exe', '.png'),
    })
  })

  test('is encrypted on disk', async () => {
    const organization = await givenOrganization(server)
    const before = new Set(filesOf(server).blobs)
    await upload(await server.signIn('operator'), organization, 'charter', pdf({ padding: 200_000 }))
    const [blob = ''] = filesOf(server).blobs.filter((name) => !before.has(name))
    const bytes = readFileSync(join(server.dataDir, 'documents', blob))
    expect(bytes.subarray(0, 4).toString()).toBe('KDOC')
    expect(bytes.includes('%PDF')).toBe(false)
    expect(bytes.includes('endstream')).toBe(false)
  })

  test('exactly 20 MiB is accepted', async () => {
    const organization = await givenOrganization(server)
    const content = pdfOfSize(20 * 1024 * 1024)
    const reply = await upload(await server.signIn('operator'), organization, 'charter', content)
    expect(reply).toMatchObject({ status: 200, body: { file: { size: 20_971_520 } } })
  })

  test('the next one is a new pending version, and the earlier one is kept', async () => {
    const organization = await givenOrganization(server)
    const officer = await server.signIn('officer')
    await upload(officer, organization, 'charter', pdf({ padding: 1 }), { number: 'first' })
    await officer.patch(`${slotPath(organization, 'charter')}/review`, { version: 1, decision: 'approved' })
    const reply = await upload(officer, organization, 'charter', pdf({ padding: 2 }))
    expect(reply.body).toMatchObject({ version: 2, status: 'pending', number: null, decision: null })
    const versions = await officer.get(`${slotPath(organization, 'charter')}/versions`)
    expect(versions.body).toMatchObject([
      { version: 1, number: 'first', decisions: [{ status: 'approved', decided_by: officer.id }] },
      { version: 2, number: null, decisions: [] },
    ])
  })

  test('of the same bytes with the same fields changes nothing while pending or approved', async () => {
    const organization = await givenOrganization(server)
    const officer = await server.signIn('officer')
    const content = pdf({ padding: 10 })
    const review = (decision: object) =>
      officer.patch(`${slotPath(organization, 'charter')}/review`, { version: 1, ...decision })
    await upload(officer, organization, 'charter', content, { number: '1', comment: '' })
    const files = filesOf(server)
    expect((await upload(officer, organization, 'charter', content, { number: '1' })).body.version).toBe(1)
    await review({ decision: 'approved' })
    const again = await upload(officer, organization, 'charter', content, { number: '1' }, 'other name.pdf')
    expect(again.body).toMatchObject({ version: 1, status: 'approved' })
    expect(filesOf(server)).toEqual(files)
    expect(await auditOf(server, organization)).toHaveLength(2)

    await review({ decision: 'rejected', reason_code: 'bad_quality' })
    expect((await upload(officer, organization, 'charter', content, { number: '1' })).body).toMatchObject({
      version: 2,
      status: 'pending',
    })
    expect((await upload(officer, organization, 'charter', content, { number: '2' })).body.version).toBe(3)
  })

  test('of an expired document creates a new version', async () => {
    const organization = await givenOrganization(server)
    const officer = await server.signIn('officer')
    const content = pdf({ padding: 11 })
    const fields = { expires_on: '2020-01-01' }
    await upload(officer, organization, 'charter', content, fields)
    const reviewed = await officer.patch(`${slotPath(organization, 'charter')}/review`, {
      version: 1,
      decision: 'approved',
    })
    expect(reviewed.body).toMatchObject({ status: 'expired', decision: { status: 'approved' } })
    expect((await upload(officer, organization, 'charter', content, fields)).body).toMatchObject({
      version: 2,
      status: 'pending',
    })
  })

  test('needs the permission, an organization, and a session', async () => {
    const organization = await givenOrganization(server)
    const files = filesOf(server)
    const auditor = await server.signIn('auditor')
    expect((await upload(auditor, organization, 'charter', pdf())).status).toBe(403)
    expect((await upload(server.anonymous, organization, 'charter', pdf())).status).toBe(401)
    const operator = await server.signIn('operator')
    for (const id of [newId(), 'missing', '%00', 'x'.repeat(3_000)]) {
      expect(await upload(operator, { id }, 'charter', pdf())).toMatchObject({
        status: 404,
        body: { code: 'organization_not_found' },
      })
      // The form itself is judged first, as everywhere.
      expect((await upload(operator, { id }, 'charter', Buffer.from('text'))).status).toBe(422)
      expect((await upload(operator, { id }, 'other', office('docx'))).status).toBe(404)
    }
    expect(filesOf(server)).toEqual(files)
  })
})

describe('an unknown organization or kind is 404', () => {
  test.each(['missing', newId(), '%00'])('%s', async (id) => {
    const owner = await server.signIn('owner')
    const found = await Promise.all([
      owner.get(`/v1/organizations/${id}/documents`),
      owner.get(slotPath({ id }, 'charter')),
      owner.get(`${slotPath({ id }, 'charter')}/versions`),
      owner.patch(`${slotPath({ id }, 'charter')}/review`, { version: 1, decision: 'approved' }),
    ])
    expect(found.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  test('a kind that does not exist', async () => {
    const organization = await givenOrganization(server)
    const owner = await server.signIn('owner')
    expect((await owner.get(slotPath(organization, 'passport'))).status).toBe(404)
    expect((await owner.get(`${slotPath(organization, 'passport')}/versions`)).status).toBe(404)
    expect((await owner.get(`${slotPath(organization, 'passport')}/content`)).status).toBe(404)
    const review = { version: 1, decision: 'approved' }
    expect((await owner.patch(`${slotPath(organization, 'passport')}/review`, review)).status).toBe(404)
    expect((await owner.patch(`${slotPath(organization, 'charter')}/review`, review)).status).toBe(404)
  })
})

test('nothing that was rejected or aborted is left behind', () => {
  expect(filesOf(server).drafts).toEqual([])
})
