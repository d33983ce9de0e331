import { type DocumentKind, requiredKinds } from '../../../contract/documents.ts'
import { documentStatusOn } from '../../../contract/documents-summary.ts'
import type { Blocker } from '../../../contract/purchase-request-rules.ts'
import type { OrganizationRow } from './organization-tables.ts'

type Documented = Pick<OrganizationRow, 'id' | 'type' | 'document_slots'>

/** Why a required document does not count on a day (`YYYY-MM-DD`); undefined if it is approved and valid. */
export function documentBlocker(
  organization: Documented,
  kind: DocumentKind,
  day: string,
): Blocker | undefined {
  const slot = organization.document_slots[kind]
  const state = slot ? documentStatusOn(day, slot) : 'missing'
  if (state === 'approved') return undefined
  return {
    code: `document_${state}`,
    detail: `The required document '${kind}' is ${state}.`,
    organization_id: organization.id,
    kind,
  }
}

export function documentBlockers(organization: Documented, day: string): Blocker[] {
  return requiredKinds(organization.type).flatMap((kind) => documentBlocker(organization, kind, day) ?? [])
}
