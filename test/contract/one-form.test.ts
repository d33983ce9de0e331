import { describe, expect, test } from 'vitest'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { readText } from '../support/files/source-files.ts'

/**
 * New resources have one form: pages by cursor, an object with `id` and `name` wherever somebody is named, `status` for
 * states, closed bodies, and deletions without a body. What was there before is listed here. The lists only shrink: an entry
 * whose form was mended is removed, and none is added that release 1.1.0 does not have.
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
    'AdministratorData.created_by',
    'AdministratorResponse.created_by',
    'ApiKeyResponse.created_by',
    'ApprovalData.asked_by',
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
    'ScreeningHitDetailsResponse.decided_by',
    'ScreeningHitDetailsResponse.decided_by_name',
    'ScreeningHitResponse.decided_by',
    'ScreeningHitResponse.decided_by_name',
    'ScreeningListResponse.imported_by',
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
    'ScreenedPartyResponse.state',
    'ScreeningStatusResponse.state',
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

/** Newer lists that are read as a whole, and why they are short. */
const wholeLists: Readonly<Record<string, string>> = {
  listBankAccounts: 'the own accounts of the desk',
  listDeliverySources: 'the wallets of the desk on one network',
  listRefundsToPay: 'as many as one file of payment orders may have',
  listWalletMovements: 'the newest of one wallet; its whole history is in the books',
  readChainStatements: 'the wallets of the desk',
  readClose: 'what stands in the way of one close, each sort with a limit',
  readDaily: 'a row for each day of the report',
  readPosition: 'the assets and networks that the service knows',
  readPositionHistory: 'a row for each day that was asked for',
  readResults: 'a report, which has a file',
  readRevaluation: 'the accounts in foreign currency',
  readSetup: 'the steps of the set-up',
}

interface Schema {
  $ref?: string
  allOf?: Schema[]
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

/** What release 1.1.0 has, as it described itself. */
const released = (() => {
  const { components, paths } = JSON.parse(readText('test/upgrades/releases/1.1.0/openapi.json'))
  const declared = Object.values<Record<string, { operationId?: string }>>(paths).flatMap(Object.values)
  return {
    schemas: components.schemas as Record<string, Schema>,
    ids: declared.map(({ operationId }) => operationId),
  }
})()

/** A kind, a way or another object, but nobody. */
const otherMeaning = /\.(paid_by|replaced_by|managed_by)$|^ResultsResponse\.by$|^BeingBuilt\.by$/

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

  test('or as a whole where it is short', () => {
    const whole = operations.filter(({ id, method, response }) => {
      const { $ref } = (response ?? {}) as Schema
      const { properties } = (namedSchemas.find(({ $id }) => $id === $ref) ?? response ?? {}) as Schema
      const isPage = properties?.next_cursor !== undefined || properties?.offset !== undefined
      return method === 'GET' && properties?.items !== undefined && !isPage && !released.ids.includes(id)
    })
    expect(whole.map(({ id }) => id).toSorted()).toEqual(Object.keys(wholeLists).toSorted())
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

describe('what was there before', () => {
  /** Data of events, which 1.1.0 sent without describing them: they are those of the resource. */
  const dataOf: Readonly<Record<string, string>> = {
    AdministratorData: 'AdministratorResponse',
    ApprovalData: 'ApprovalResponse',
    DocumentData: 'DocumentResponse',
  }
  function hasField(schema: Schema | undefined, path: readonly string[]): boolean {
    if (schema?.$ref) return hasField(released.schemas[schema.$ref.split('/').at(-1) as string], path)
    const [name, ...rest] = path
    if (schema === undefined || name === undefined) return schema !== undefined
    const { properties, items, anyOf = [], allOf = [] } = schema
    return (
      (properties?.[name] !== undefined && hasField(properties[name], rest)) ||
      [items, ...anyOf, ...allOf].some((part) => part !== undefined && hasField(part, path))
    )
  }

  test('is in the description of 1.1.0', () => {
    const { namedByText, otherStates, pagesByOffset, deletionsWithBody, openBodies } = before
    const unknownFields = [...namedByText, ...otherStates].filter((entry) => {
      const [name = '', ...path] = entry.split('.')
      return !hasField(released.schemas[dataOf[name] ?? name], path)
    })
    expect(unknownFields).toEqual([])
    const unknown = [...pagesByOffset, ...deletionsWithBody, ...openBodies].filter(
      (id) => !released.ids.includes(id),
    )
    expect(unknown).toEqual([])
  })
})
