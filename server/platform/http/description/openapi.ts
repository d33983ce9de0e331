import type { TSchema } from 'typebox'
import { refreshCookieName } from '../../../../contract/administrators/auth.ts'
import { ErrorResponse, exampleId, HTTPValidationError, ref } from '../../../../contract/api/common.ts'
import { pathOf } from '../../../../contract/api/object-paths.ts'
import { type Credential, type Operation, type Tag, takesInput } from '../../../../contract/api/operation.ts'
import { type EventType, eventTypes } from '../../../../contract/events/events.ts'
import { WebhookMessage } from '../../../../contract/events/webhooks.ts'
import { lists } from '../../../../contract/lists/all.ts'
import { eventData, objectTypeOf } from '../../../../contract/operations/event-data.ts'
import { namedSchemas } from '../../../../contract/operations/features.ts'
import { isRevalidated } from '../../../../contract/operations/versioned.ts'
import { releaseVersion } from '../../host/build-info.ts'
import { bodyTypes } from '../requests/content-type.ts'
import { failureStatuses } from '../routes/route.ts'
import { actNamesOf, whichAct, whoMay } from './describe-access.ts'
import { headerComponents, headerParameters, headersOf } from './describe-headers.ts'
import { exampleOf, failureCodes, failureExample, faultExample, hasOwnFailures } from './openapi-examples.ts'

const meaning: Record<number, string> = {
  200: 'Successful Response',
  201: 'Successful Response',
  202: 'Successful Response',
  204: 'Successful Response',
  206: 'Partial Content',
  303: 'See Other',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  416: 'Range Not Satisfiable',
  422: 'Validation Error',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

const extension: Tag = {
  name: 'extension',
  description: 'Beyond the 32 operations of the specification.',
}

type Json = Record<string, unknown>

/** The description of the interface (OpenAPI 3.1), made from the contract's table of operations and nothing else. */
export function openApi(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    }
  }
  return {
    openapi: '3.1.0',
    // `info.version` is that of the specification.
    'x-release': releaseVersion(),
    info: {
      title: 'Kontor',
      version: '1.0.0',
      description:
        'The back office for companies that hold digital assets: organizations, documents, wallets, requests.\n\n' +
        'Every failed request has a stable code. [/docs/errors](/docs/errors) has the cause and the cure of each.\n\n' +
        'What is **under the policy** may need the approval of other people: then it is 403 `approval_required`, and the same request again, once they have approved it, does it.',
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', 'x-internal': false }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(namedSchemas.map((schema) => [schema.$id, component(schema)])),
      ...headerComponents(operations),
      responses: { Taken: { description: 'Taken. After any other answer it is sent again.' } },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or an API key (`kontor_…`)',
        },
        refresh_cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: refreshCookieName,
          description:
            'The cookie that the sign-in sets. Browsers send it by themselves, from our own pages. Over plain http on a loopback address, `kontor_refresh` stands for it.',
        },
      },
    },
    webhooks: Object.fromEntries(
      Object.entries(eventTypes).map(([type, { meaning }]) => webhook([type as EventType, meaning])),
    ),
    tags: [...new Set(operations.flatMap(tagsOf))].map(({ name, description }) => ({ name, description })),
  }
}

/** A message of one type of event: what all have, with the type and its data. */
function webhook([type, meaning]: [EventType, string]): [string, Json] {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const data = eventData[type]
  const own = {
    properties: {
      type: { const: type },
      // Redocly takes a part of a schema for the whole of its object.
      object: { properties: { type: { const: objectTypeOf(type) }, id: {} } },
      data,
    },
  }
  const example = {
    ...(exampleOf(ref(WebhookMessage)) as Json),
    type,
    object: { type: objectTypeOf(type), id: exampleId },
    path: pathOf(type, { type: objectTypeOf(type), id: exampleId }, exampleId),
    data: exampleOf(data),
  }
  return [
    type,
    {
      post: {
        operationId: `receive${words.join('')}`,
        tags: ['Webhooks'],
        summary: meaning,
        security: [],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: localReferences({ allOf: [ref(WebhookMessage), own] }),
              example,
            },
          },
        },
        responses: { '2XX': { $ref: '#/components/responses/Taken' } },
      },
    },
  ]
}

function tagsOf(operation: Operation): Tag[] {
  return operation.extension ? [operation.tag, extension] : [operation.tag]
}

function describe(operation: Operation): Json {
  return {
    operationId: operation.id,
    tags: tagsOf(operation).map(({ name }) => name),
    summary: operation.summary,
    description: [operation.description, whichAct(operation), whoMay(operation)].filter(Boolean).join('\n\n'),
    ...(operation.acts && { 'x-act': actNamesOf(operation.acts) }),
    ...((operation.isPreview || operation.tag.isPreview) && { 'x-stability': 'preview' }),
    ...(operation.deprecated && { deprecated: true }),
    ...(operation.access === 'anyone' && { security: (operation.credentials ?? []).map(needs) }),
    ...parameters(operation),
    ...(operation.body && {
      requestBody: {
        required: !operation.bodyMayBeAbsent,
        content: { [bodyTypes[operation.bodyType]]: contentOf(operation, operation.body) },
      },
    }),
    responses: responses(operation),
  }
}

function needs(credential: Credential): Json {
  return { [credential]: [] }
}

function contentOf({ bodyType, fileTypes = [] }: Operation, body: TSchema): Json {
  if (bodyType === 'multipart') return form(body, fileTypes)
  return { schema: localReferences(body), example: exampleOf(body) }
}

/** A form with a file: which types each part may have. */
function form(body: TSchema, fileTypes: readonly string[]): Json {
  const example = exampleOf(body) as Json
  const encoding = Object.keys(example).map((name) => [
    name,
    { contentType: name === 'file' ? fileTypes.join(', ') : 'text/plain' },
  ])
  return { schema: localReferences(body), example, encoding: Object.fromEntries(encoding) }
}

function parameters(operation: Operation): { parameters: Json[] } {
  const of = (place: 'path' | 'query', schema: TSchema | undefined) => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, TSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => {
      // A parameter with a default may be left out, although the parsed query always has it.
      const needed = required.includes(name) && !('default' in property)
      const { description, ...schema } = property as TSchema & { description?: string }
      return {
        name,
        in: place,
        ...(needed && { required: true }),
        description,
        schema: withoutExamples(localReferences(schema)),
        example: exampleOf(property),
      }
    })
  }
  return {
    parameters: [
      ...of('path', operation.params),
      ...of('query', operation.query),
      ...headerParameters(operation),
    ],
  }
}

function responses(operation: Operation): Json {
  const json = (schema: unknown, examples: Json) => ({
    content: { 'application/json': { schema, ...examples } },
  })
  const success = successOf(operation)
  const all: Record<string, Json> = {
    [operation.success]: {
      description: meaning[operation.success],
      ...(operation.success === 204 || operation.redirects ? {} : success),
    },
    ...(operation.inParts && { 206: { description: meaning[206], ...success } }),
    ...(isRevalidated(operation) && { 304: { description: meaning[304] } }),
    ...Object.fromEntries(
      failuresOf(operation).map((status) => [
        status,
        {
          description: `${meaning[status]}: ${failureCodes(operation, status)}`,
          ...json(localReferences(ref(ErrorResponse)), { example: failureExample(operation, status) }),
        },
      ]),
    ),
    // The only success is to send a browser to another place; linters want to know what else may come.
    ...(operation.redirects && {
      default: {
        description: 'Any other failure',
        ...json(localReferences(ref(ErrorResponse)), { example: failureExample(operation, 500) }),
      },
    }),
    ...(takesInput(operation) && {
      422: {
        description: meaning[422],
        ...json(localReferences(ref(HTTPValidationError)), { example: faultExample(operation) }),
      },
    }),
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, response]) => [
      status,
      { ...response, ...headersOf(operation, Number(status)) },
    ]),
  )
}

const ofLists: ReadonlySet<Operation> = new Set(
  lists.flatMap(({ read, totals, file }) => [read, totals, file].filter((one) => one !== undefined)),
)

/**
 * A list of an extension finds nothing rather than being not there, and a declared one changes nothing that could be in
 * conflict; the specification declares 404 of its own lists.
 */
function failuresOf(operation: Operation): number[] {
  const { method, params, extension, expires, inParts } = operation
  const isDeclared = ofLists.has(operation)
  const isList = method === 'GET' && !params && extension
  const always = failureStatuses.filter((status) => {
    if (isDeclared) return status !== 404 && status !== 409
    return status !== 404 || !isList || hasOwnFailures(operation, status)
  })
  return [...always, ...(expires ? [410] : []), ...(inParts ? [416] : [])]
}

function successOf({ produces, response, serialized }: Operation): Json {
  if (produces) {
    const { examples, ...schema } = produces.schema as TSchema & { examples?: unknown[] }
    const content = { schema: localReferences(schema), ...(examples && { example: examples[0] }) }
    return { content: Object.fromEntries(produces.types.map((type) => [type, content])) }
  }
  const known = response ?? serialized
  return {
    content: {
      'application/json': {
        schema: response ? localReferences(response) : {},
        ...(known && { example: exampleOf(known) }),
      },
    },
  }
}

function withoutExamples(schema: unknown): unknown {
  const { examples, ...rest } = schema as Json
  return rest
}

function component({ $id, ...schema }: TSchema & { $id: string }): unknown {
  return localReferences(schema as TSchema)
}

/**
 * `{$ref: "Name"}` as the contract has it becomes `{$ref: "#/components/schemas/Name"}`. An object or a list that may be null
 * is written as one of two: generators of clients read no list of types with properties.
 */
function localReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(localReferences)
  if (schema === null || typeof schema !== 'object') return schema
  const { type, description, examples, ...shape } = schema as TSchema & Json
  if (Array.isArray(type) && type.includes('null') && (shape.properties || shape.items)) {
    const [own] = type.filter((one) => one !== 'null')
    return {
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples }),
      anyOf: [localReferences({ type: own, ...shape }), { type: 'null' }],
    }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, `#/components/schemas/${value}`]
        : [key, localReferences(value)],
    ),
  )
}
