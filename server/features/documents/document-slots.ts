import type { DocumentKind } from '../../../contract/organizations/documents.ts'
import type { DocumentSlot } from '../../../contract/organizations/documents-summary.ts'
import type { ChangedObject } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { FilledSlot } from './document-store.ts'

type Organization = Awaited<ReturnType<OrganizationRecords['lock']>>

/** The organization counts its slots by status: called in every transaction that changes one, with the row locked. */
export function showSlot(
  db: Db,
  organizations: Pick<OrganizationRecords, 'change'>,
  locked: Organization,
  kind: DocumentKind,
  {
    status,
    expires_on,
    uploaded_by_person,
  }: Pick<FilledSlot, 'status' | 'expires_on' | 'uploaded_by_person'>,
): Promise<Organization> {
  const slot: DocumentSlot = { status, expires_on, ...(uploaded_by_person && { by_person: true }) }
  const document_slots = { ...locked.document_slots, [kind]: slot }
  return organizations.change(db, locked, { document_slots })
}

/** For the audit entry of a change of a document: the response of its organization counts documents. */
export function summaryChanged({ id, version }: Pick<Organization, 'id' | 'version'>): ChangedObject[] {
  return [{ type: 'organization.documents_changed', object: { type: 'organization', id }, version }]
}
