import { Type } from 'typebox'
import { PurchaseRequestResponse } from '../../../../contract/purchase-requests/purchase-requests.ts'
import { serializer } from '../../../platform/stored-responses/json-text.ts'
import { responseFormat } from '../../../platform/stored-responses/response-format.ts'
import type { PurchaseRequestRow, PurchaseRequestTables } from './purchase-request-tables.ts'
import { toStoredFields } from './stored-fields.ts'

const schema = Type.Omit(PurchaseRequestResponse, ['organization', 'allowed_statuses'])
const serialize = serializer(schema)

/** What the stored fields of this version look like. */
export const purchaseRequestFormat = responseFormat(schema, 1)

/** The text of a request's own fields, as it stands between the braces of a JSON object, and what the rest depends on. */
export type StoredPurchaseRequest = PurchaseRequestTables['purchase_request_responses']

export function renderPurchaseRequest(row: PurchaseRequestRow): StoredPurchaseRequest {
  return {
    seq: row.seq,
    organization_id: row.organization_id,
    status: row.status,
    format: purchaseRequestFormat,
    fields: serialize(toStoredFields(row)).slice(1, -1),
  }
}
