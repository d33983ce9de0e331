import { documentStatusOn, documentsSummary } from '../../../contract/organizations/documents-summary.ts'
import type { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import type { OrganizationRow } from './organization-tables.ts'

/** An organization as the API shows it on a day (`YYYY-MM-DD`, UTC). */
export function toResponse(row: OrganizationRow, day: string): OrganizationResponse {
  const { seq: _, document_slots, created_at, updated_at, ...fields } = row
  return {
    ...fields,
    documents_summary: documentsSummary(row.type, document_slots, day),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** The last day on which the response of this day still holds, or null when time alone does not change it. */
export function validThrough(row: OrganizationRow, day: string): string | null {
  const lastDays = Object.values(row.document_slots)
    .filter((slot) => documentStatusOn(day, slot) === 'approved')
    .flatMap((slot) => slot.expires_on ?? [])
  return lastDays.sort()[0] ?? null
}
