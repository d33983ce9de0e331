import { type DocumentKind, requiredKinds } from '../../../contract/organizations/documents.ts'
import { type DocumentSlot, documentStatusOn } from '../../../contract/organizations/documents-summary.ts'
import type { DocumentRequirement } from '../../../contract/organizations/kyb-checklist.ts'
import type { Blocker } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { OrganizationRow } from './organization-tables.ts'

type Documented = Pick<OrganizationRow, 'id' | 'type' | 'document_slots'>

/** What is required of documents, and the day (`YYYY-MM-DD`) that it is asked on. */
export interface DocumentRule {
  requirement: DocumentRequirement
  day: string
}

type State = 'missing' | 'pending' | 'rejected' | 'expired'

/** Why a document does not count; null if it does. */
function lackOf(slot: DocumentSlot, { requirement, day }: DocumentRule): State | null {
  const status = documentStatusOn(day, slot)
  if (status === 'approved') return null
  if (requirement === 'documents' || status !== 'pending' || !slot.by_person) return status
  return slot.expires_on !== null && slot.expires_on < day ? 'expired' : null
}

/** Why a required document does not count; undefined if it does. */
export function documentBlocker(
  organization: Documented,
  kind: DocumentKind,
  rule: DocumentRule,
): Blocker | undefined {
  const slot = organization.document_slots[kind]
  const lack = slot ? lackOf(slot, rule) : 'missing'
  if (lack === null) return undefined
  const isOfKey = lack === 'pending' && rule.requirement === 'uploaded-documents'
  return {
    code: `document_${lack}`,
    detail: isOfKey
      ? `The required document '${kind}' was uploaded with an API key, and nobody has reviewed it.`
      : `The required document '${kind}' is ${lack}.`,
    organization_id: organization.id,
    kind,
  }
}

export function documentBlockers(organization: Documented, rule: DocumentRule): Blocker[] {
  return requiredKinds(organization.type).flatMap((kind) => documentBlocker(organization, kind, rule) ?? [])
}
