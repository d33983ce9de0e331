import { type DocumentKind, type DocumentStatus, requiredKinds } from './documents.ts'
import type { OrganizationResponse, OrganizationType } from './organizations.ts'

/** What an organization knows of a document: the decision, the last day of validity, and who has seen it. */
export interface DocumentSlot {
  status: Exclude<DocumentStatus, 'expired'>
  expires_on: string | null
  /** An administrator who was signed in has uploaded it. Absent of what an API key has uploaded. */
  by_person?: true
}

export type DocumentSlots = { readonly [kind in DocumentKind]?: DocumentSlot }

/** The status on a day (`YYYY-MM-DD`). An approved document is valid until the end of its last day. */
export function documentStatusOn(day: string, { status, expires_on }: DocumentSlot): DocumentStatus {
  return status === 'approved' && expires_on !== null && expires_on < day ? 'expired' : status
}

/** Which kinds of documents are required and missing, and the status of the others on a day. */
export function documentsSummary(
  type: OrganizationType,
  slots: DocumentSlots,
  day: string,
): OrganizationResponse['documents_summary'] {
  const required = requiredKinds(type)
  const summary = { pending: 0, approved: 0, rejected: 0, expired: 0 }
  for (const slot of Object.values(slots)) summary[documentStatusOn(day, slot)]++
  return { required: [...required], missing: required.filter((kind) => !slots[kind]), ...summary }
}
