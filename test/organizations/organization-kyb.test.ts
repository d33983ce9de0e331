import { expect, test } from 'vitest'
import type { DocumentSlots } from '../../contract/organizations/documents-summary.ts'
import { completeOgrn } from '../../contract/values/identifiers.ts'
import { bank, organizationTools } from '../support/given/organization-tools.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

const { given, givenApproved, events, audited } = organizationTools(server)

test('KYB is decided step by step, with a reason for rejection and suspension', async () => {
  const { officer, organization, path } = await given()
  const decide = (kyb_status: string, kyb_reason?: string | null) =>
    officer.patch(path, { kyb_status, ...(kyb_reason !== undefined && { kyb_reason }) })
  const refused = (...allowed: string[]) => ({
    status: 409,
    body: { code: 'transition_not_allowed', context: { allowed } },
  })

  expect(await decide('approved')).toMatchObject(refused('in_review'))
  expect((await decide('in_review')).body).toMatchObject({ kyb_status: 'in_review', kyb_reason: null })
  expect(await decide('rejected')).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'kyb_reason'], type: 'value_error' }] },
  })
  expect((await decide('rejected', ' ')).status).toBe(422)
  expect((await decide('rejected', 'Нет устава')).body).toMatchObject({
    kyb_status: 'rejected',
    kyb_reason: 'Нет устава',
  })
  expect((await officer.patch(path, { kyb_reason: null })).status).toBe(422)
  expect(await decide('approved')).toMatchObject(refused('in_review'))
  expect((await decide('in_review')).body.kyb_reason).toBeNull()
  await decide('approved')
  expect(await decide('in_review')).toMatchObject(refused('suspended'))
  await decide('suspended', 'Проверка банка')
  expect((await decide('approved')).body).toMatchObject({ kyb_status: 'approved', kyb_reason: null })

  const decisions = [
    ['new', 'in_review', null],
    ['in_review', 'rejected', 'Нет устава'],
    ['rejected', 'in_review', null],
    ['in_review', 'approved', null],
    ['approved', 'suspended', 'Проверка банка'],
    ['suspended', 'approved', null],
  ].map(([from, to, reason]) => ({ from, to, reason }))
  expect((await events(organization.id)).slice(1)).toMatchObject(
    decisions.map((data) => ({ type: 'organization.kyb_decided', data })),
  )
  expect((await audited(organization.id)).slice(1)).toMatchObject(
    decisions.map((details) => ({ action: 'organization.kyb_decided', actor_id: officer.id, details })),
  )
})

test.each([
  ['ogrn', completeOgrn('102770099999')],
  ['kpp', '773601001'],
  ['full_name', 'Общество с ограниченной ответственностью «Другая»'],
  ['director', { name: 'Новый Директор Иванович' }],
])('a changed %s sets an approved organization back to in_review', async (key, value) => {
  const { organization, path } = await givenApproved()
  const operator = await server.signIn('operator')
  const { body } = await operator.patch(path, { [key]: value })
  expect(body).toMatchObject({ kyb_status: 'in_review', kyb_reason: 'requisites_changed' })
  expect((await events(organization.id)).at(-1)).toMatchObject({
    type: 'organization.updated',
    data: { changed: [key, 'kyb_status', 'kyb_reason'], kyb_status: 'in_review' },
  })
})

test('other changes keep an organization approved, and so does a PATCH that also decides', async () => {
  const { officer, organization, path } = await givenApproved()
  const operator = await server.signIn('operator')
  const other = await operator.patch(path, {
    notes: 'x',
    full_name: organization.full_name,
    bank_details: bank,
  })
  expect(other.body.kyb_status).toBe('approved')
  const decided = await officer.patch(path, { full_name: 'ООО «Иначе»', kyb_status: 'approved' })
  expect(decided.body).toMatchObject({ full_name: 'ООО «Иначе»', kyb_status: 'approved', kyb_reason: null })
  const both = await officer.patch(path, {
    kpp: '773601001',
    kyb_status: 'suspended',
    kyb_reason: 'Смена КПП',
  })
  expect(both.body.kyb_status).toBe('suspended')
  expect((await events(organization.id)).slice(-2)).toMatchObject([
    { type: 'organization.updated', data: { changed: ['kpp'] } },
    { type: 'organization.kyb_decided', data: { from: 'approved', to: 'suspended' } },
  ])
})

test.each([
  [{ kyb_status: 'in_review' }, 'decide_kyb', 200],
  [{ kyb_reason: 'x' }, 'decide_kyb', 200],
  [{ registry_status: 'active' }, 'correct_register', 200],
  [{ liquidation_date: null }, 'correct_register', 200],
  [{ kyb_status: 'nonsense', surprise: 1 }, 'decide_kyb', 422],
])('%j needs the permission %s, which is checked first', async (body, permission, status) => {
  const { officer, path } = await given()
  const operator = await server.signIn('operator')
  expect(await operator.patch(path, body)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', context: { permission: `organizations:${permission}` } },
  })
  expect((await officer.patch(path, body)).status).toBe(status)
})

test('the summary of documents depends on the documents and the current day', async () => {
  const { officer, organization, path } = await given()
  const { organizations } = server.service
  const slots: DocumentSlots = {
    charter: { status: 'approved', expires_on: '2026-03-01' },
    other: { status: 'pending', expires_on: null },
  }
  await server.db
    .updateTable('organizations')
    .set({ document_slots: slots })
    .where('id', '=', organization.id)
    .execute()
  server.clock.at = new Date('2026-03-01T23:59:59Z')
  const { body } = await officer.get(path)
  expect(body).toMatchObject({
    documents_summary: { pending: 1, approved: 1, expired: 0 },
    version: 1,
  })
  expect(body.documents_summary.missing).not.toContain('charter')
  server.clock.at = new Date('2026-03-02T00:00:00Z')
  expect((await officer.get(path)).body.documents_summary).toMatchObject({ approved: 0, expired: 1 })
  server.clock.at = null
  await expect(organizations.lock(server.db, 'nobody')).rejects.toThrow('There is no such organization.')
})
