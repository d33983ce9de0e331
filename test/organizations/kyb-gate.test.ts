import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { type DocumentKind, requiredKinds } from '../../contract/organizations/documents.ts'
import { listOf, publish } from '../screening/given-lists.ts'
import { importList } from '../screening/list-uploads.ts'
import { isFull } from '../support/cases/scale.ts'
import { pdf } from '../support/files/document-samples.ts'
import { slotPath, upload } from '../support/given/document-uploads.ts'
import { givenOrganization } from '../support/given/factories.ts'
import { givenApprovedKey } from '../support/given/given-approval.ts'
import { approve as approved, givenRequest, review } from '../support/given/given-purchase-request.ts'
import { organizationTools } from '../support/given/organization-tools.ts'
import { type Client, client, startServer } from '../support/service/harness.ts'

// The default of the service.
const server = startServer({ env: { KONTOR_KYB_REQUIRES: '' } })
const strict = startServer({ env: { KONTOR_KYB_REQUIRES: 'documents,screening,ownership' } })
const guarded = startServer({
  env: { KONTOR_KYB_REQUIRES: 'documents,sanctions-list', KONTOR_POLICY_FILE: policyFile() },
})
const { given, events, audited } = organizationTools(server)
const { given: givenStrict } = organizationTools(strict)
const explained = { ownership_statement: 'Акции торгуются на бирже' }
const statusPath = ({ id }: { id: string }) => `/v1/purchase-requests/${id}/status`

/** An owner must approve every decision about KYB. */
function policyFile(): string {
  const file = join(mkdtempSync(join(inject('runDir'), 'policy-')), 'policy.json')
  writeFileSync(
    file,
    JSON.stringify({ rules: [{ act: 'organization.decide_kyb', approvals: 1, from: ['owner'] }] }),
  )
  return file
}

type Organization = { id: string; type: 'legal' | 'individual' | 'foreign' }

async function approve(client: Client, organization: Organization, kind: DocumentKind, expires_on?: string) {
  const { status, body } = await upload(client, organization, kind, pdf(), expires_on ? { expires_on } : {})
  expect(status).toBe(200)
  const path = `${slotPath(organization, kind)}/review`
  const review = await client.patch(path, { version: body.version, decision: 'approved' })
  expect(review.status).toBe(200)
}

/** Uploads every required document, and reviews none. */
async function uploadAll(client: Client, organization: Organization): Promise<void> {
  for (const kind of requiredKinds(organization.type))
    expect((await upload(client, organization, kind, pdf())).status).toBe(200)
}

const codesOf = (reply: { body: { context?: { blockers: { code: string; kind?: string }[] } } }) =>
  reply.body.context?.blockers.map(({ code, kind }) => (kind ? `${code} ${kind}` : code))

test('with `documents`, an approval is blocked until every required document is approved and valid', async () => {
  const { officer, organization, path } = await givenStrict(explained)
  await officer.patch(path, { kyb_status: 'in_review' })
  const refused = await officer.patch(path, { kyb_status: 'approved' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'approval_blocked' } })
  const kinds = requiredKinds('legal')
  expect(codesOf(refused)).toEqual(kinds.map((kind) => `document_missing ${kind}`))

  const [charter, ...others] = kinds as [DocumentKind, ...DocumentKind[]]
  for (const kind of others) await approve(officer, organization, kind)
  await upload(officer, organization, charter, pdf())
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(['document_pending charter'])
  await approve(officer, organization, charter, '2000-01-01')
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(['document_expired charter'])
  expect((await officer.get(path)).body.kyb_status).toBe('in_review')
  await approve(officer, organization, charter)
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.kyb_status).toBe('approved')

  // Back from a suspension, the same is required.
  await officer.patch(path, { kyb_status: 'suspended', kyb_reason: 'Проверка' })
  await upload(officer, organization, charter, pdf({ padding: 100 }))
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(['document_pending charter'])
  await approve(officer, organization, charter)
  expect((await officer.patch(path, { kyb_status: 'approved' })).status).toBe(200)
})

test('by default, what an administrator uploaded counts, and what an API key uploaded after a review', async () => {
  const { officer, organization, path } = await given()
  const owner = await server.signIn('owner')
  const key = await givenApprovedKey(server, owner, ['documents:write', 'requests:write', 'requests:read'])
  const program = client(server, key)
  await officer.patch(path, { kyb_status: 'in_review' })
  await owner.post(`${path}/wallets/create`)
  const request = await givenRequest(officer, organization.id, {}, review)
  const blocked = async () => {
    const ofKyb = codesOf(await officer.patch(path, { kyb_status: 'approved' }))
    const [first, ...ofRequest] = codesOf(await officer.patch(statusPath(request), approved)) ?? []
    expect(first).toBe('kyb_not_approved')
    // Requests ask for the same documents.
    expect(ofRequest).toEqual(ofKyb)
    return ofKyb
  }
  const put = (by: Client, kind: DocumentKind, fields = {}) => upload(by, organization, kind, pdf(), fields)

  await uploadAll(officer, organization)
  expect((await put(program, 'other')).body.status).toBe('pending')
  await put(officer, 'charter', { expires_on: '2000-01-01' })
  expect(await blocked()).toEqual(['document_expired charter'])
  const { version } = (await put(officer, 'charter')).body
  await officer.patch(`${slotPath(organization, 'charter')}/review`, {
    version,
    decision: 'rejected',
    reason_code: 'bad_quality',
  })
  expect(await blocked()).toEqual(['document_rejected charter'])

  // Nobody has seen what a key uploads: not even over what somebody has uploaded.
  await put(program, 'charter')
  await put(program, 'bank-details', { number: '2' })
  expect(await blocked()).toEqual(['document_pending charter', 'document_pending bank-details'])
  // A person who uploads the same file has seen it; a key that does so changes nothing.
  expect((await put(officer, 'charter')).body).toMatchObject({
    version: version + 2,
    uploaded_by: officer.id,
  })
  expect((await put(program, 'charter')).body).toMatchObject({ version: version + 2 })
  expect(await blocked()).toEqual(['document_pending bank-details'])
  await officer.patch(`${slotPath(organization, 'bank-details')}/review`, {
    version: 2,
    decision: 'approved',
  })
  expect((await officer.patch(path, { kyb_status: 'approved' })).status).toBe(200)
  expect((await officer.patch(statusPath(request), approved)).status).toBe(200)
})

test.runIf(isFull)('what was uploaded before this version counts by who uploaded it', async () => {
  const { officer, organization } = await given()
  const key = await givenApprovedKey(server, await server.signIn('owner'), ['documents:write'])
  await upload(officer, organization, 'charter', pdf())
  await upload(client(server, key), organization, 'other', pdf())
  const readSlots = async () => {
    const find = server.db.selectFrom('organizations').select('document_slots')
    return (await find.where('id', '=', organization.id).executeTakeFirstOrThrow()).document_slots
  }
  const pending = { status: 'pending', expires_on: null }
  const known = { charter: { ...pending, by_person: true }, other: pending }
  expect(await readSlots()).toEqual(known)
  // As the version before has left it.
  await server.db.updateTable('document_versions').set({ uploaded_by_person: false }).execute()
  const unknown = { charter: pending, other: pending } as const
  await server.db
    .updateTable('organizations')
    .set({ document_slots: unknown as never })
    .where('id', '=', organization.id)
    .execute()
  const migration = readFileSync(
    new URL('../../migrations/0042_uploaded_documents.sql', import.meta.url),
    'utf8',
  )
  const updates = migration.split(';').filter((statement) => /^update /m.test(statement))
  expect(updates).toHaveLength(2)
  for (const update of updates) await sql.raw(update).execute(server.db)
  expect(await readSlots()).toEqual(known)
})

test('each blocker names the operation that resolves it', async () => {
  const { officer, organization, path } = await given()
  await officer.patch(path, { kyb_status: 'in_review' })
  const refused = await officer.patch(path, { kyb_status: 'approved' })
  expect(refused.body.context.blockers[0]).toMatchObject({
    code: 'document_missing',
    operation_id: 'putCharterDocument',
    resolve_with: `PUT ${path}/documents/charter`,
  })
  const request = await givenRequest(officer, organization.id, {}, review)
  const { body } = await officer.patch(statusPath(request), approved)
  type Blocker = { code: string; operation_id: string; resolve_with: string }
  const named = (code: string) => body.context.blockers.find((one: Blocker) => one.code === code)
  expect(named('kyb_not_approved').resolve_with).toBe(`PATCH ${path}`)
  expect(named('wallet_missing').resolve_with).toBe(`POST ${path}/wallets/create`)
  const next = (await officer.get(`/v1/purchase-requests/${request.id}/next-steps`)).body
  const step = next.steps.find(({ status }: { status: string }) => status === 'approved')
  expect(step.blockers).toEqual(body.context.blockers)
})

test('without a sanctions list nobody was screened: the checklist says so, and a decision keeps it', async () => {
  const { officer, organization, path } = await given()
  const item = async (name: string) => {
    const { body } = await officer.get(`${path}/kyb-checklist`)
    return body.items.find(({ requirement }: { requirement: string }) => requirement === name)
  }
  await uploadAll(officer, organization)
  await officer.patch(path, { kyb_status: 'in_review' })
  const missing = { code: 'no_sanctions_list', resolve_with: 'POST /v1/screening/lists' }
  expect(await item('screening')).toMatchObject({
    is_required: true,
    is_done: false,
    blockers: [],
    warnings: [missing],
  })
  expect(await item('sanctions-list')).toMatchObject({
    is_required: false,
    is_done: false,
    blockers: [missing],
  })
  expect((await officer.get(`${path}/kyb-checklist`)).body.can_be_approved).toBe(true)
  const decided = await officer.patch(path, { kyb_status: 'approved' })
  expect(decided.body).toMatchObject({ kyb_status: 'approved', kyb_warnings: ['no_sanctions_list'] })
  const listed = await officer.get(`/v1/organizations?q=${organization.inn}`)
  expect(listed.body.items[0].kyb_warnings).toEqual(['no_sanctions_list'])
  const kept = { to: 'approved', warnings: ['no_sanctions_list'] }
  expect((await events(organization.id)).at(-1)).toMatchObject({ data: kept })
  expect((await audited(organization.id)).at(-1)).toMatchObject({ details: kept })

  await officer.patch(path, { kyb_status: 'suspended', kyb_reason: 'Проверка' })
  const owner = await server.signIn('owner')
  const rows = listOf([{ id: 'a', name: 'Неизвестный Некто' }])
  // A list of another kind screens nobody for sanctions.
  expect((await importList(owner, 'pep', { 'list.csv': rows }, { kind: 'pep' })).status).toBe(201)
  expect(await item('screening')).toMatchObject({ is_done: false, warnings: [missing] })
  await publish(server, owner, 'own', [{ id: 'a', name: 'Неизвестный Некто' }])
  expect(await item('screening')).toMatchObject({ is_done: true, warnings: [] })
  expect(await item('sanctions-list')).toMatchObject({ is_done: true, blockers: [] })
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.kyb_warnings).toEqual([])
  expect((await events(organization.id)).at(-1)?.data).not.toHaveProperty('warnings')
})

test('a transition that is not allowed comes before blockers, and other decisions have none', async () => {
  const { officer, path } = await given()
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.code).toBe('transition_not_allowed')
  await officer.patch(path, { kyb_status: 'in_review' })
  expect((await officer.patch(path, { kyb_status: 'rejected', kyb_reason: 'Нет' })).status).toBe(200)
})

test.runIf(isFull)('blockers come before the policy: nobody is asked for what cannot be done', async () => {
  const officer = await guarded.signIn('officer')
  const { id } = await givenOrganization(guarded)
  const path = `/v1/organizations/${id}`
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.code).toBe('approval_blocked')
  for (const kind of requiredKinds('legal')) await approve(officer, { id, type: 'legal' }, kind)
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(['no_sanctions_list'])
  await publish(guarded, await guarded.signIn('owner'), 'own', [{ id: 'a', name: 'Неизвестный Некто' }])
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.code).toBe('approval_required')
  const late = new Date(Date.now() - 86_400_000)
  const stale = await guarded.signIn('officer', { authenticatedAt: late })
  expect((await stale.patch(path, { kyb_status: 'approved' })).body.code).toBe('reauthentication_required')
})

test('the checklist says what is done and what blocks', async () => {
  const { officer, organization, path } = await given()
  const checklist = async () => (await officer.get(`${path}/kyb-checklist`)).body
  const before = await checklist()
  expect(before).toMatchObject({
    organization_id: organization.id,
    kyb_status: 'new',
    can_be_approved: false,
  })
  expect(before.items.map(({ requirement, kind }: Record<string, string>) => kind ?? requirement)).toEqual([
    ...requiredKinds('legal'),
    'screening',
    'sanctions-list',
    'ownership',
  ])
  await uploadAll(officer, organization)
  expect((await checklist()).can_be_approved).toBe(false)
  await officer.patch(path, { kyb_status: 'in_review' })
  const after = await checklist()
  expect(after.can_be_approved).toBe(true)
  // Who decided is known to all who see the status, and not only to those who read the audit log.
  expect(before.decision).toBeNull()
  for (const role of ['operator', 'custodian'] as const) {
    const colleague = await server.signIn(role)
    expect((await colleague.get(`${path}/kyb-checklist`)).body.decision).toMatchObject({
      by: { kind: 'administrator', id: officer.id },
      at: expect.any(String),
    })
  }
  // The service sets it back when what was checked has changed: that is nobody's decision.
  await officer.patch(path, { kyb_status: 'approved' })
  await officer.patch(path, { full_name: 'Общество с ограниченной ответственностью «Другое»' })
  expect(await checklist()).toMatchObject({ kyb_status: 'in_review', decision: null })
  expect(after.items.at(-1)).toMatchObject({
    requirement: 'ownership',
    is_required: false,
    is_done: false,
    blockers: [{ code: 'ownership_unexplained', organization_id: organization.id }],
  })
  expect(await officer.get('/v1/organizations/none/kyb-checklist')).toMatchObject({ status: 404 })
})

test('ownership is explained by owners of more than 25 %, or by a statement', async () => {
  const { officer, organization, path } = await givenStrict()
  for (const kind of requiredKinds('legal')) await approve(officer, organization, kind)
  await officer.patch(path, { kyb_status: 'in_review' })
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(['ownership_unexplained'])
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved', ownership_statement: ' ' }))).toEqual([
    'ownership_unexplained',
  ])
  const together = { kyb_status: 'approved', ...explained }
  expect((await officer.patch(path, together)).body.kyb_status).toBe('approved')

  const other = await givenStrict()
  for (const kind of requiredKinds('legal')) await approve(officer, other.organization, kind)
  await officer.patch(other.path, { kyb_status: 'in_review' })
  const owner = { role: 'owner', schema: 'Person', name: 'Петрова Анна', share: '20' }
  const { id } = (await officer.post(`${other.path}/people`, owner)).body
  expect(codesOf(await officer.patch(other.path, { kyb_status: 'approved' }))).toEqual([
    'ownership_unexplained',
  ])
  await officer.patch(`${other.path}/people/${id}`, { share: '51' })
  expect((await officer.patch(other.path, { kyb_status: 'approved' })).status).toBe(200)
})

test('a foreign company is approved with its own documents', async () => {
  const officer = await server.signIn('officer')
  const body = { type: 'foreign', country: 'DE', registration_number: 'HRB 1', full_name: 'Muster GmbH' }
  const organization = (await officer.post('/v1/organizations', body)).body
  const path = `/v1/organizations/${organization.id}`
  await officer.patch(path, { kyb_status: 'in_review' })
  const kinds = ['charter', 'bank-details', 'kyc-representative', 'other'] as const
  expect(codesOf(await officer.patch(path, { kyb_status: 'approved' }))).toEqual(
    kinds.map((kind) => `document_missing ${kind}`),
  )
  for (const kind of kinds) await upload(officer, organization, kind, pdf())
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.kyb_status).toBe('approved')
})
