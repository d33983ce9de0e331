import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type DocumentKind, requiredKinds } from '../../contract/documents.ts'
import { pdf } from '../support/document-samples.ts'
import { slotPath, upload } from '../support/document-uploads.ts'
import { givenOrganization } from '../support/factories.ts'
import { type Client, startServer } from '../support/harness.ts'
import { organizationTools } from '../support/organization-tools.ts'

// The default of the service.
const server = startServer({ env: { KONTOR_KYB_REQUIRES: '' } })
const strict = startServer({ env: { KONTOR_KYB_REQUIRES: 'documents,screening,ownership' } })
const guarded = startServer({ env: { KONTOR_KYB_REQUIRES: 'documents', KONTOR_POLICY_FILE: policyFile() } })
const { given } = organizationTools(server)
const { given: givenStrict } = organizationTools(strict)

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

const codesOf = (reply: { body: { context?: { blockers: { code: string; kind?: string }[] } } }) =>
  reply.body.context?.blockers.map(({ code, kind }) => (kind ? `${code} ${kind}` : code))

test('an approval is blocked until every required document is approved and valid', async () => {
  const { officer, organization, path } = await given()
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

test('a transition that is not allowed comes before blockers, and other decisions have none', async () => {
  const { officer, path } = await given()
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.code).toBe('transition_not_allowed')
  await officer.patch(path, { kyb_status: 'in_review' })
  expect((await officer.patch(path, { kyb_status: 'rejected', kyb_reason: 'Нет' })).status).toBe(200)
})

test('blockers come before the policy: nobody is asked for what cannot be done', async () => {
  const officer = await guarded.signIn('officer')
  const { id } = await givenOrganization(guarded)
  const path = `/v1/organizations/${id}`
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.code).toBe('approval_blocked')
  for (const kind of requiredKinds('legal')) await approve(officer, { id, type: 'legal' }, kind)
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
    'ownership',
  ])
  for (const kind of requiredKinds('legal')) await approve(officer, organization, kind)
  expect((await checklist()).can_be_approved).toBe(false)
  await officer.patch(path, { kyb_status: 'in_review' })
  const after = await checklist()
  expect(after.can_be_approved).toBe(true)
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
  const together = { kyb_status: 'approved', ownership_statement: 'Акции торгуются на бирже' }
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
  for (const kind of kinds) await approve(officer, organization, kind)
  expect((await officer.patch(path, { kyb_status: 'approved' })).body.kyb_status).toBe('approved')
})
