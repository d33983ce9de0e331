import { expect, test } from 'vitest'
import type { Operation } from '../../contract/api/operation.ts'
import { namedSchemas, operations } from '../../contract/operations/features.ts'
import { documentSlots } from '../../contract/operations/organizations/documents.ts'
import { isVersioned } from '../../contract/operations/versioned.ts'
import { openApi } from '../../server/platform/http/description/openapi.ts'

const ids = (some: readonly Operation[]) => some.map(({ id }) => id).sort()

/** The names of all fields of a schema, at every depth. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  if (schema === null || typeof schema !== 'object') return []
  const { $ref, properties } = schema as { $ref?: string; properties?: Record<string, unknown> }
  const named = $ref ? fieldsOf(namedSchemas.find(({ $id }) => $id === $ref)) : []
  return [...Object.keys(properties ?? {}), ...named, ...Object.values(schema).flatMap(fieldsOf)]
}

test('every response with a secret or a credential is marked as such', () => {
  const names =
    /^(.*_token|secret|secret_key|mnemonic|password|recovery_codes|key|link|link_half|download_url)$/
  const holding = operations.filter(({ method, id, response, serialized }) => {
    // The `key` of the first is a fingerprint, that of the last a day or a client; the second says whether there are passwords.
    const isHarmless =
      method === 'GET' && ['verifyAuditEvents', 'readSignInMethods', 'readResults'].includes(id)
    // Other documents have a `number` too, but only that of an identity document is kept secret.
    if (id === 'readIdentityDocument') return true
    return !isHarmless && fieldsOf([serialized, response]).some((name) => names.test(name))
  })
  expect(ids(holding)).toEqual(ids(operations.filter(({ secret }) => secret)))
})

/** Responses with a secret, signed bytes or a file that no checkpoint is waited for, and why. */
const notReleased = {
  'credentials of the service: a row without its event is found by the verification': [
    ...['login', 'refresh', 'cookieRefresh', 'passkeySignIn', 'reauthenticate', 'enrolOtp', 'confirmOtp'],
    ...['createAdministrator', 'resetAdministrator', 'voteOnApproval', 'createApiKey'],
    ...['createWebhook', 'rotateWebhookSecret'],
  ],
  'paths to download a document, for five minutes': [
    ...['listDocuments', 'listDocumentVersions', 'readDocument', 'reviewDocument', 'bulkReview'],
    ...documentSlots.flatMap(({ put, get }) => [put.id, get.id]),
  ],
  'one document': ['getDocumentContent', 'readCommentAttachment', 'readPaperContent'],
  'live updates': ['streamEvents'],
}

test('everything that lets coins, secrets or many records out waits for its checkpoint', () => {
  const leaving = operations.filter(
    ({ secret, produces, response }) =>
      secret ||
      produces !== undefined ||
      fieldsOf(response).some((name) => /^(raw|signed_.*bytes)$/.test(name)),
  )
  const released = operations.filter(({ releases }) => releases)
  const others = Object.values(notReleased).flat()
  expect(ids(leaving)).toEqual([...ids(released), ...others].sort())
  // HEAD would wait for the checkpoint of a row that it does not write.
  expect(released.filter(({ method, noHead }) => method === 'GET' && !noHead)).toEqual([])
  expect(released.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'readMnemonic',
      'readSecretKeys',
      'signTransfer',
      'exportTransfer',
      'exportBooks',
    ]),
  )
})

test('every change of an object with a version honours If-Match', () => {
  const changes = operations.filter((operation) => operation.method !== 'GET' && operation.success !== 201)
  expect(changes.filter((operation) => isVersioned(operation) && !operation.ifMatch)).toEqual([])
  expect(ids(operations.filter((operation) => operation.ifMatch && !isVersioned(operation)))).toEqual([
    'deleteOrganizationPerson',
    'deleteView',
    'deleteWebhook',
    'resetAdministrator',
    'rotateWebhookSecret',
  ])
})

test('what is created has a location, unless it cannot be read alone', () => {
  const created = operations.filter(({ success }) => success === 201)
  expect(ids(created.filter(({ location }) => !location))).toEqual([
    'challengeAddress',
    'createApiKey',
    'createDelivery',
    'createDocumentComment',
    'createOrganizationComment',
    'createPayment',
    'createPurchaseRequestComment',
    'createQuote',
    'createRefund',
    'importScreeningList',
    'moveSurplus',
  ])
  for (const { location } of created) {
    const shape = location?.replaceAll(/\{[\w.]+\}/g, '{}')
    if (shape) {
      const reads = operations.filter(({ method }) => method === 'GET')
      expect(reads.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}'))).toContain(shape)
    }
  }
})

test('every header is described with an example that fits, and is used', () => {
  const document = openApi(operations) as {
    components: Record<'headers' | 'parameters', Record<string, { description: string; example: unknown }>>
  }
  const text = JSON.stringify(document)
  for (const kind of ['headers', 'parameters'] as const) {
    for (const [name, { description, example }] of Object.entries(document.components[kind])) {
      expect(description).toMatch(/\.$/)
      expect(example).toBeDefined()
      expect(text).toContain(`"#/components/${kind}/${name}"`)
    }
  }
})
