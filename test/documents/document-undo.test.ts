import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { connectionsFor, whileLocked } from '../support/database/locks.ts'
import { pdf } from '../support/files/document-samples.ts'
import { auditOf, eventsOf, slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenRules, withoutRules } from '../support/given/given-policy.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer({ connections: connectionsFor(4) })
const takenBack = { version: 1, decision: 'pending' }

afterEach(() => withoutRules(server))

async function given() {
  const organization = await givenOrganization(server)
  await upload(await server.signIn('operator'), organization, 'charter', pdf({ padding: 5 }))
  const slot = slotPath(organization, 'charter')
  const officer = await server.signIn('officer')
  const review = (body: object, by = officer) => by.patch(`${slot}/review`, body)
  const audited = async () =>
    (await auditOf(server, organization)).filter(({ action }) => action.startsWith('document.re'))
  return { organization, slot, officer, review, audited }
}

test('a decision is taken back by whoever made it, with a row of its own, and can be made again', async () => {
  const { organization, slot, officer, review, audited } = await given()
  await review({ version: 1, decision: 'rejected', reason_code: 'bad_quality' })
  expect(await review({ ...takenBack, reason_code: 'other' })).toMatchObject({ status: 422 })
  expect(await review({ ...takenBack, comment: 'Не та кнопка' })).toMatchObject({
    status: 200,
    body: { status: 'pending', version: 1, decision: null },
  })
  const summary = (await officer.get(`/v1/organizations/${organization.id}`)).body.documents_summary
  expect(summary).toMatchObject({ pending: 1, rejected: 0 })
  const work = await officer.get(`/v1/work/documents?organization_id=${organization.id}`)
  expect(work.body.items).toMatchObject([{ detail: 'charter' }])
  expect((await eventsOf(server, organization)).at(-1)).toMatchObject({
    type: 'document.reviewed',
    data: { status: 'pending', decision: null },
  })
  expect((await review({ version: 1, decision: 'approved' })).body.status).toBe('approved')
  expect(await audited()).toMatchObject([
    { action: 'document.reviewed', details: { decision: 'rejected' } },
    { action: 'document.reopened', details: { from: 'rejected', version: 1 } },
    { action: 'document.reviewed', details: { decision: 'approved' } },
  ])
  const versions = await officer.get(`${slot}/versions`)
  expect(versions.body[0].decisions).toMatchObject([
    { status: 'rejected' },
    { status: 'pending', reason_code: null, comment: 'Не та кнопка', decided_by: officer.id },
    { status: 'approved' },
  ])
})

test('twice at the same time is once', async () => {
  const { organization, review, audited } = await given()
  await review({ version: 1, decision: 'approved' })
  const hold = (db: Db) =>
    db.updateTable('organizations').set({ notes: 'held' }).where('id', '=', organization.id).execute()
  const replies = await whileLocked(server.db, hold, () => [review(takenBack), review(takenBack)])
  expect(replies.map(({ status, body }) => [status, body.status])).toEqual([
    [200, 'pending'],
    [200, 'pending'],
  ])
  expect((await audited()).filter(({ action }) => action === 'document.reopened')).toHaveLength(1)
})

test('what somebody else decided since stands, and so does what another person decided', async () => {
  const { review, audited } = await given()
  await review({ version: 1, decision: 'approved' })
  const owner = await server.signIn('owner')
  expect(await review(takenBack, owner)).toMatchObject({
    status: 409,
    body: { code: 'decision_stands', context: { because: 'other_person' } },
  })
  await review({ version: 1, decision: 'rejected', reason_code: 'expired' }, owner)
  expect(await review(takenBack)).toMatchObject({
    status: 409,
    body: { context: { because: 'other_person' } },
  })
  expect(await audited()).toHaveLength(2)
})

test('of a replaced file is 409', async () => {
  const { organization, officer, review } = await given()
  await review({ version: 1, decision: 'approved' })
  await upload(officer, organization, 'charter', pdf({ padding: 6 }))
  expect(await review(takenBack)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
})

test('after the seconds that it is offered for, by the clock of the database, it stands', async () => {
  const { slot, officer, review } = await given()
  // Two nodes whose clocks differ.
  await review({ version: 1, decision: 'approved' })
  server.clock.at = new Date(Date.now() + 20_000)
  try {
    expect((await review(takenBack)).status).toBe(200)
    await review({ version: 1, decision: 'approved' })
  } finally {
    server.clock.at = null
  }
  await sql`update document_decisions set recorded_at = recorded_at - interval '12 seconds'`.execute(
    server.db,
  )
  expect(await review(takenBack)).toMatchObject({
    status: 409,
    body: { code: 'decision_stands', context: { because: 'too_late', seconds: 12 } },
  })
  expect((await officer.get(slot)).body.status).toBe('approved')
})

test('is no way around votes, and asks nobody for them', async () => {
  const { review } = await given()
  await review({ version: 1, decision: 'approved' })
  await givenRules(server, [{ act: 'document.review', approvals: 1 }])
  expect(await review(takenBack)).toMatchObject({
    status: 409,
    body: { code: 'decision_stands', context: { because: 'approval' } },
  })
  expect(await server.db.selectFrom('approvals').selectAll().execute()).toEqual([])
})
