import { describe, expect, test } from 'vitest'
import { pdf } from '../support/files/document-samples.ts'
import { auditOf, eventsOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { startServer } from '../support/service/harness.ts'
import { changeSessions } from '../support/service/signed-in.ts'

const server = startServer()

describe('review', () => {
  async function given(kind: 'charter' | 'bank-details' = 'charter', fields = {}) {
    const organization = await givenOrganization(server)
    await upload(await server.signIn('operator'), organization, kind, pdf({ padding: 5 }), fields)
    const path = `${slotPath(organization, kind)}/review`
    return { organization, path, officer: await server.signIn('officer') }
  }

  test('approves, and the summary of the organization follows', async () => {
    const { organization, path, officer } = await given('charter', { expires_on: '2099-01-01' })
    const summary = async () =>
      (await officer.get(`/v1/organizations/${organization.id}`)).body.documents_summary
    expect(await summary()).toMatchObject({
      pending: 1,
      approved: 0,
      missing: expect.not.arrayContaining(['charter']),
    })
    const reply = await officer.patch(path, { version: 1, decision: 'approved', comment: 'Всё на месте' })
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'approved',
        version: 1,
        decision: { status: 'approved', reason_code: null, comment: 'Всё на месте', decided_by: officer.id },
      },
    })
    expect(await summary()).toMatchObject({ pending: 0, approved: 1, expired: 0 })
    expect((await auditOf(server, organization)).at(-1)).toMatchObject({
      action: 'document.reviewed',
      details: { kind: 'charter', version: 1, decision: 'approved' },
    })
    expect((await eventsOf(server, organization)).at(-1)).toMatchObject({
      type: 'document.reviewed',
      data: { status: 'approved', decision: { decided_by: officer.id } },
    })
  })

  test('can be changed, keeps both decisions, and a repeat adds nothing', async () => {
    const { organization, path, officer } = await given()
    const reject = { version: 1, decision: 'rejected', reason_code: 'missing_page', comment: 'Нет с. 3' }
    await officer.patch(path, { version: 1, decision: 'approved' })
    expect((await officer.patch(path, reject)).body).toMatchObject({
      status: 'rejected',
      decision: { reason_code: 'missing_page', comment: 'Нет с. 3' },
    })
    expect((await officer.patch(path, reject)).status).toBe(200)
    const versions = await officer.get(`${slotPath(organization, 'charter')}/versions`)
    expect(versions.body[0].decisions.map(({ status }: { status: string }) => status)).toEqual([
      'approved',
      'rejected',
    ])
  })

  test.each([
    [{ version: 1, decision: 'rejected' }, ['body', 'reason_code']],
    [{ version: 1, decision: 'approved', reason_code: 'other' }, ['body', 'reason_code']],
    [{ version: 1, decision: 'rejected', reason_code: 'ugly' }, ['body', 'reason_code']],
    [{ version: 0, decision: 'approved' }, ['body', 'version']],
    [{ version: 1, decision: 'maybe' }, ['body', 'decision']],
    [{ version: 1, decision: 'approved', comment: 'x'.repeat(4_001) }, ['body', 'comment']],
    [{ version: 1, decision: 'approved', more: 1 }, ['body', 'more']],
  ])('a body with a fault is 422 (%#)', async (body, loc) => {
    const { path, officer } = await given()
    const reply = await officer.patch(path, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatchObject([{ loc }])
  })

  test('of a replaced version is 409 and approves nothing', async () => {
    const { organization, path, officer } = await given()
    await upload(officer, organization, 'charter', pdf({ padding: 6 }))
    expect(await officer.patch(path, { version: 1, decision: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', context: { version: 2 } },
    })
    expect((await officer.get(slotPath(organization, 'charter'))).body.status).toBe('pending')
  })

  test('as a form is 400', async () => {
    const { path, officer } = await given()
    expect((await officer.patch(path, new FormData())).status).toBe(400)
  })

  test('needs the permission to review', async () => {
    const { path } = await given()
    for (const role of ['operator', 'custodian', 'auditor'] as const) {
      const client = await server.signIn(role)
      expect((await client.patch(path, { version: 1, decision: 'approved' })).status).toBe(403)
    }
  })

  test('an approved document is shown as expired from the day after', async () => {
    const { organization, path, officer } = await given('charter', { expires_on: '2027-03-31' })
    await officer.patch(path, { version: 1, decision: 'approved' })
    const status = async (at: string) => {
      await changeSessions(server, { last_used_at: new Date(at), expires_at: new Date('2028-01-01') })
      server.clock.at = new Date(at)
      try {
        const client = await server.signIn('auditor')
        const { body } = await client.get(`/v1/organizations/${organization.id}`)
        const { status } = (await client.get(slotPath(organization, 'charter'))).body
        expect(body.documents_summary[status]).toBe(1)
        return status
      } finally {
        server.clock.at = null
      }
    }
    expect(await status('2027-03-31T23:59:59Z')).toBe('approved')
    expect(await status('2027-04-01T00:00:00Z')).toBe('expired')
  })

  test('by the uploader is allowed by default', async () => {
    const organization = await givenOrganization(server)
    const officer = await server.signIn('officer')
    await upload(officer, organization, 'charter', pdf({ padding: 7 }))
    const path = `${slotPath(organization, 'charter')}/review`
    expect((await officer.patch(path, { version: 1, decision: 'approved' })).status).toBe(200)
  })

  test('new bank details make the approved bank-details document pending', async () => {
    const { organization, path, officer } = await given('bank-details')
    const bank = { bik: '044525225', settlement_account: '40702810738060051258' }
    const change = (bank_name: string) =>
      officer.patch(`/v1/organizations/${organization.id}`, { bank_details: { ...bank, bank_name } })
    expect((await change('Первый')).body.documents_summary).toMatchObject({ pending: 1, approved: 0 })
    await officer.patch(path, { version: 1, decision: 'approved' })
    expect((await change('Второй')).body.documents_summary).toMatchObject({ pending: 1, approved: 0 })
    expect((await change('Второй')).status).toBe(200)
    expect(
      (await auditOf(server, organization)).filter(({ action }) => action.startsWith('document.')),
    ).toMatchObject([
      { action: 'document.uploaded' },
      { action: 'document.reviewed' },
      { action: 'document.reopened', details: { reason_code: 'bank_details_changed' } },
    ])
    const reply = await officer.get(slotPath(organization, 'bank-details'))
    expect(reply.body).toMatchObject({ status: 'pending', version: 1, decision: null })
    const versions = await officer.get(`${slotPath(organization, 'bank-details')}/versions`)
    expect(versions.body[0].decisions).toMatchObject([
      { status: 'approved' },
      { status: 'pending', reason_code: 'bank_details_changed', decided_by: officer.id },
    ])
    expect(await eventsOf(server, organization)).toContainEqual({
      type: 'document.reviewed',
      data: expect.objectContaining({ status: 'pending', decision: null }),
    })
  })
})
