import { OrganizationResponse } from '../../../contract/organizations/organizations.ts'
import { serializer } from '../../platform/stored-responses/json-text.ts'
import { responseFormat } from '../../platform/stored-responses/response-format.ts'
import { toResponse, validThrough } from './organization-response.ts'
import type { OrganizationRow } from './organization-tables.ts'

const serialize = serializer(OrganizationResponse)

/** What the stored responses of this version look like. */
export const organizationFormat = responseFormat(OrganizationResponse, 1)

/** The text of a response, and how long it may be sent. */
export interface StoredOrganization {
  seq: number
  format: string
  /** The day that it was rendered for. */
  day: string
  validThrough: string | null
  response: string
}

export function renderOrganization(row: OrganizationRow, day: string): StoredOrganization {
  return {
    seq: row.seq,
    format: organizationFormat,
    day,
    validThrough: validThrough(row, day),
    response: serialize(toResponse(row, day)),
  }
}
