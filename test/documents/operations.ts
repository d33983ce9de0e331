import { documentSlots } from '../../contract/operations/organizations/documents.ts'
import { type Changes, type Maker, ofOrganization, type Requests, slot } from '../fuzz/makers.ts'
import { pdf } from '../support/files/document-samples.ts'
import { form } from '../support/given/document-uploads.ts'

const ofSlots = documentSlots.flatMap(({ kind, put, get }): [string, Maker][] => [
  [
    put.id,
    async (world) => ({
      path: put.path.replace('{organization_id}', await world.organization()),
      body: form(pdf({ padding: 700 }), { number: '7', issued_on: '2026-01-31', comment: 'Скан' }),
    }),
  ],
  [
    get.id,
    async (world) => ({
      path: get.path.replace('{organization_id}', (await world.keptDocument(kind)).organizationId),
    }),
  ],
])

export const requests: Requests = {
  ...Object.fromEntries(ofSlots),
  listDocuments: ofOrganization(
    '/documents',
    async (world) => (await world.keptDocument('charter')).organizationId,
  ),
  listDocumentVersions: slot('/versions'),
  reviewDocument: slot('/review', { version: 1, decision: 'approved' }),
  readDocument: async (world) => ({ path: `/v1/documents/${(await world.document('other')).document.id}` }),
  getDocumentContent: async (world) => ({ path: (await world.document('other')).document.download_url }),
  exportDocuments: async () => ({ path: '/v1/exports/documents?format=csv&status=approved' }),
}

export const changes: Changes = {
  ...Object.fromEntries(
    documentSlots.map(({ put }) => [put.id, ['document.uploaded', 'organization.documents_changed']]),
  ),
  reviewDocument: ['document.reviewed', 'organization.documents_changed'],
}
