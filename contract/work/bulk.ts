import { type Static, type TObject, type TProperties, Type } from 'typebox'
import {
  ErrorResponse,
  exampleId,
  field,
  HTTPValidationError,
  Id,
  isObject,
  optional,
  ref,
  ShortText,
} from '../api/common.ts'
import { type Fault, missing } from '../api/faults.ts'
import { CertainMatch, StatementLineResponse } from '../books/statements.ts'
import { DocumentResponse, ReviewDocumentRequest, reviewRules } from '../organizations/documents.ts'
import {
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../purchase-requests/purchase-requests.ts'

/** As many as one call takes: what somebody can look through. */
export const mostBulkRows = 200

function rows<P extends TProperties>(row: TObject<P>) {
  return field(
    Type.Array(row, { minItems: 1, maxItems: mostBulkRows }),
    'The rows, in the order in which they are done',
  )
}

const requestId = field(ShortText, 'The id of the purchase request', exampleId)
const { version } = UpdatePurchaseRequestStatusBody.properties
const assignee_id = field(
  optional(ShortText),
  'The administrator who takes care of it; null: nobody',
  exampleId,
)

export const BulkAssignBody = Type.Object(
  {
    items: rows(Type.Object({ id: requestId, version, assignee_id }, { additionalProperties: false })),
    assignee_id,
  },
  {
    $id: 'BulkAssignBody',
    additionalProperties: false,
    description:
      'Whom purchase requests are assigned to: the same person for all of them, or one for each row.',
  },
)
export type BulkAssignBody = Static<typeof BulkAssignBody>

export const BulkMoveBody = Type.Object(
  {
    items: rows(
      Type.Object(
        { id: requestId, ...UpdatePurchaseRequestStatusBody.properties },
        { additionalProperties: false },
      ),
    ),
  },
  {
    $id: 'BulkMoveBody',
    additionalProperties: false,
    description: 'Changes of the status of purchase requests, each with the fields of the single change.',
  },
)
export type BulkMoveBody = Static<typeof BulkMoveBody>

export const BulkReviewBody = Type.Object(
  {
    items: rows(
      Type.Object(
        {
          id: field(ShortText, 'The id of the document, as in its response and its events', exampleId),
          ...ReviewDocumentRequest.properties,
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'BulkReviewBody', additionalProperties: false, description: 'Decisions about documents.' },
)
export type BulkReviewBody = Static<typeof BulkReviewBody>

export const BulkMatchBody = Type.Object(
  { items: rows(CertainMatch) },
  {
    $id: 'BulkMatchBody',
    additionalProperties: false,
    description: 'Lines of statements, each with the request that was suggested with certainty.',
  },
)
export type BulkMatchBody = Static<typeof BulkMatchBody>

/** Every row names an assignee, or all of them have the one beside the rows. Null stands for nobody. */
export function bulkAssignFaults(body: unknown): Fault[] {
  if (!isObject(body) || body.assignee_id !== undefined) return []
  return rowFaults(body, (row) => (row.assignee_id === undefined ? [missing(['body', 'assignee_id'])] : []))
}

export function bulkReviewFaults(body: unknown): Fault[] {
  return isObject(body) ? rowFaults(body, reviewRules) : []
}

/** The faults that a rule of the single operation finds, at the place of the row. */
function rowFaults(
  { items }: Record<string, unknown>,
  rule: (row: Record<string, unknown>) => Fault[],
): Fault[] {
  if (!Array.isArray(items)) return []
  return items
    .slice(0, mostBulkRows)
    .flatMap((row, index) =>
      isObject(row)
        ? rule(row).map((found) => ({ ...found, loc: ['body', 'items', index, ...found.loc.slice(1)] }))
        : [],
    )
}

const RowError = Type.Unsafe<ErrorResponse | HTTPValidationError>(
  Type.Object({
    code: field(
      Type.Optional(Type.String()),
      'Stable code for programs, as in `ErrorResponse`; absent with 422',
      'version_conflict',
    ),
    detail: field(
      Type.Unsafe<string | HTTPValidationError['detail']>({
        anyOf: [{ type: 'string' }, { type: 'array', items: HTTPValidationError.properties.detail.items }],
      }),
      'One sentence for people; with 422 the faults of the row',
      'The purchase request has changed since it was read.',
    ),
    request_id: field(Type.Optional(ErrorResponse.properties.request_id), 'The id of the request in the log'),
    context: field(
      Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      'Values for programs, depending on the code',
      { version: 4 },
    ),
  }),
)

function outcomes<
  T extends typeof PurchaseRequestResponse | typeof DocumentResponse | typeof StatementLineResponse,
>(result: T, $id: string) {
  return Type.Object(
    {
      items: field(
        Type.Array(
          Type.Object({
            id: field(Id, 'The id of the row, as it was sent'),
            status: field(
              Type.Integer(),
              'The status that the single operation has: 200 if it was done',
              409,
            ),
            result: field(Type.Optional(ref(result)), 'What the single operation returns, if it was done'),
            error: field(Type.Optional(RowError), 'What the single operation returns, if it failed'),
          }),
        ),
        'One outcome for each row, in the same order',
        [{ id: exampleId, status: 200 }],
      ),
    },
    { $id, description: 'What became of each row.' },
  )
}

export const BulkRequestsResponse = outcomes(PurchaseRequestResponse, 'BulkRequestsResponse')
export type BulkRequestsResponse = Static<typeof BulkRequestsResponse>
export const BulkDocumentsResponse = outcomes(DocumentResponse, 'BulkDocumentsResponse')
export type BulkDocumentsResponse = Static<typeof BulkDocumentsResponse>
export const BulkLinesResponse = outcomes(StatementLineResponse, 'BulkLinesResponse')
export type BulkLinesResponse = Static<typeof BulkLinesResponse>
