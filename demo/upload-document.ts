import { documentSlots } from '../contract/operations/organizations/documents.ts'
import { type DocumentKind, documentKinds } from '../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../contract/organizations/organizations.ts'
import type { Client } from './client.ts'
import { samplePdf, samplePng } from './sample-files.ts'

export async function uploadDocument(
  operator: Client,
  organization: OrganizationResponse,
  kind: DocumentKind,
  /** The last day on which it is valid. */
  expiresOn?: string,
): Promise<void> {
  const slot = documentSlots[documentKinds.indexOf(kind)] as (typeof documentSlots)[number]
  const form = new FormData()
  const isScan = kind === 'kyc-representative'
  const file = isScan
    ? samplePng()
    : samplePdf(['SAMPLE', `Document: ${kind}`, `INN ${organization.inn}`, `OGRN ${organization.ogrn}`])
  form.set('number', organization.id.slice(-6))
  form.set('issued_on', '2024-03-01')
  if (expiresOn) form.set('expires_on', expiresOn)
  form.set('file', file, isScan ? 'passport.png' : `${kind}.pdf`)
  await operator.call(slot.put, { params: { organization_id: organization.id }, body: form })
}
