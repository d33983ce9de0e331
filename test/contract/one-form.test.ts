import { describe, expect, test } from 'vitest'
import { namedSchemas, operations } from '../../contract/operations/features.ts'

/**
 * New resources have one form: pages by cursor, an object with `id` and `name` wherever somebody is named, `status` for
 * states, closed bodies, and deletions without a body. What was there before is listed here. The lists only shrink: an entry
 * whose form was mended is removed, and none is added.
 */
const before = {
  /** Lists with `limit`, `offset` and `total`. */
  pagesByOffset: [
    'listAdministratorNames',
    'listAdministrators',
    'listApiKeys',
    'listAuditEvents',
    'listDocumentComments',
    'listOrganizationComments',
    'listPurchaseRequestComments',
    'listPurchaseRequestHistory',
    'listSessions',
    'listWebhookDeliveries',
    'listWebhooks',
  ],
  /** Fields that name somebody by a text alone: an id, or a name. */
  namedByText: [
    'ChainLineResponse.decided_by',
    'TransferBatchResponse.decided_by',
    'TransferBatchResponse.created_by',
    'TransferBatchDetailsResponse.decided_by',
    'TransferBatchDetailsResponse.created_by',
    'SignedTransferBatchResponse.decided_by',
    'SignedTransferBatchResponse.created_by',
    'AdministratorData.created_by',
    'AdministratorResponse.created_by',
    'ApiKeyResponse.created_by',
    'ApprovalData.asked_by',
    'BankRegisterResponse.imported_by',
    'BeingBuilt.by',
    'BookAddressResponse.created_by',
    'DocumentData.decision.decided_by',
    'DocumentData.uploaded_by',
    'DocumentResponse.decision.decided_by',
    'DocumentResponse.uploaded_by',
    'DocumentVersionResponse.decisions.decided_by',
    'DocumentVersionResponse.uploaded_by',
    'ListedDocument.uploaded_by',
    'ListedDocument.uploaded_by_name',
    'OrganizationResponse.created_by',
    'PaperResponse.issued_by',
    'PaperResponse.voided.by',
    'PartyRegisterResponse.current.started_by',
    'PartyRegisterResponse.latest.started_by',
    'RegisterImport.started_by',
    'ScreeningHitDetailsResponse.decided_by',
    'ScreeningHitDetailsResponse.decided_by_name',
    'ScreeningHitResponse.decided_by',
    'ScreeningHitResponse.decided_by_name',
    'ScreeningListResponse.imported_by',
    'SetupResponse.items.dismissed_by',
    'SigningResponse.stopped_by',
    'StatementLineResponse.decided_by',
    'StatementResponse.explanation.by',
    'StatementResponse.imported_by',
    'TransferDetailsResponse.created_by',
    'TransferDetailsResponse.signature.signed_by',
    'TransferDetailsResponse.timeline.by',
    'TransferResponse.created_by',
    'TransferResponse.signature.signed_by',
    'WebhookDeliveryStateResponse.paused_by',
    'WebhookEndpointResponse.created_by',
    'WebhookEndpointWithSecretResponse.created_by',
  ],
  /** States under another name than `status`. */
  otherStates: [
    'CheckScreeningResponse.state',
    'FoundingResponse.state',
    'OrganizationScreeningResponse.state',
    'PartyRegisterResponse.current.state',
    'PartyRegisterResponse.latest.state',
    'RegisterImport.state',
    'ScreenedPartyResponse.state',
    'ScreeningStatusResponse.state',
    'SetupResponse.items.state',
    'VaultResponse.state',
    'WebhookDeliveryDetailResponse.state',
    'WebhookDeliveryResponse.state',
  ],
  /** Deletions that answer with a body. */
  deletionsWithBody: [
    'deleteOrganizationPerson',
    'deleteWebhook',
    'removePasskey',
    'revokeApiKey',
    'revokeSession',
    'withdrawFounding',
  ],
  /** Bodies that take fields that nobody declared. */
  openBodies: ['backchannelLogout'],
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  additionalProperties?: unknown
}

/** Every field of every named schema, also of objects inside: `Schema.field.inner`. */
function fieldsOf(name: string, { properties = {}, items, anyOf = [] }: Schema): [string, Schema][] {
  const own = Object.entries(properties).map(([key, field]): [string, Schema] => [`${name}.${key}`, field])
  const inner = [
    ...own,
    ...[items, ...anyOf].flatMap((part): [string, Schema][] => (part ? [[name, part]] : [])),
  ]
  return [...own, ...inner.flatMap(([path, field]) => fieldsOf(path, field))]
}

const fields = namedSchemas.flatMap((schema) => fieldsOf(schema.$id, schema as Schema))

function isText({ type }: Schema): boolean {
  return [type].flat().includes('string')
}

/** A kind, a way or another object, but nobody. */
const otherMeaning = /\.(paid_by|replaced_by|managed_by)$|^ResultsResponse\.by$/

/** Named by the specification of the 32 operations. */
const specified = operations.filter(({ extension }) => !extension).map(({ id }) => id)

describe('new resources have one form', () => {
  test('pages by cursor', () => {
    const byOffset = operations.filter(
      ({ query }) => (query as Schema | undefined)?.properties?.offset !== undefined,
    )
    const own = byOffset.map(({ id }) => id).filter((id) => !specified.includes(id))
    expect(own.toSorted()).toEqual(before.pagesByOffset.toSorted())
  })

  test('an object wherever somebody is named', () => {
    const named = fields.filter(
      ([path, field]) => /[._](by|by_id|by_name)$/.test(path) && isText(field) && !otherMeaning.test(path),
    )
    expect([...new Set(named.map(([path]) => path))].toSorted()).toEqual(before.namedByText.toSorted())
  })

  test('status for states', () => {
    const states = fields.filter(([path, field]) => /\.(\w+_)?state$/.test(path) && field.enum)
    expect([...new Set(states.map(([path]) => path))].toSorted()).toEqual(before.otherStates.toSorted())
  })

  test('deletions without a body', () => {
    const deletions = operations.filter(({ method, success }) => method === 'DELETE' && success !== 204)
    expect(deletions.map(({ id }) => id).toSorted()).toEqual(before.deletionsWithBody.toSorted())
  })

  test('closed bodies', () => {
    const open = operations.filter(({ body, extension }) => {
      const { $ref } = (body ?? {}) as { $ref?: string }
      const schema = (namedSchemas.find(({ $id }) => $id === $ref) ?? body) as Schema | undefined
      return extension && schema !== undefined && schema.additionalProperties !== false
    })
    expect(open.map(({ id }) => id).toSorted()).toEqual(before.openBodies.toSorted())
  })
})
