import type { TSchema } from 'typebox'
import { ErrorResponse, HTTPValidationError, ref } from '../../../contract/common.ts'
import { type Access, type Operation, type Tag, takesInput } from '../../../contract/operation.ts'
import { namedSchemas } from '../../../contract/operations/features.ts'
import { isRevalidated } from '../../../contract/operations/versioned.ts'
import { rolePermissions, roles, scopePermissions, scopes } from '../../../contract/roles.ts'
import { WebhookMessage } from '../../../contract/webhooks.ts'
import { headerComponents, headerParameters, headersOf } from './describe-headers.ts'
import { failureStatuses } from './route.ts'

const meaning: Record<number, string> = {
  200: 'Successful Response',
  201: 'Successful Response',
  202: 'Successful Response',
  204: 'Successful Response',
  206: 'Partial Content',
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
    info: {
      title: 'Kontor',
      version: '1.0.0',
      description:
        'The back office for companies that hold digital assets: organizations, documents, wallets, requests.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(namedSchemas.map((schema) => [schema.$id, component(schema)])),
      ...headerComponents,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or an API key (`kontor_…`)',
        },
      },
    },
    webhooks: {
      event: {
        post: {
          operationId: 'receiveEvent',
          tags: ['Webhooks'],
          summary: 'An event, sent to each webhook endpoint that asked for its type',
          description:
            'Signed after Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). Comes at least once, in order for each object.',
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: localReferences(ref(WebhookMessage)) } },
          },
          responses: { '2XX': { description: 'Taken; anything else is sent again later' } },
        },
      },
    },
    tags: [...new Set(operations.flatMap(tagsOf))],
  }
}

function tagsOf(operation: Operation): Tag[] {
  return operation.extension ? [operation.tag, extension] : [operation.tag]
}

function describe(operation: Operation): Json {
  return {
    operationId: operation.id,
    tags: tagsOf(operation).map(({ name }) => name),
    summary: operation.summary,
    description: [operation.description, whoMay(operation.access)].filter(Boolean).join('\n\n'),
    ...(operation.access === 'anyone' && { security: [] }),
    ...parameters(operation),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          [operation.bodyType === 'json' ? 'application/json' : 'multipart/form-data']: {
            schema: localReferences(operation.body),
          },
        },
      },
    }),
    responses: responses(operation),
  }
}

/** Read from the tables that the guard reads. */
function whoMay(access: Access): string {
  if (access === 'anyone') return '**Who may call:** anyone.'
  if (access === 'session') return '**Who may call:** administrators who are signed in.'
  if (access === 'signed_in') return '**Who may call:** administrators who are signed in, and every API key.'
  const byRole = roles.filter((role) => (rolePermissions[role] as readonly string[]).includes(access))
  const byScope = scopes.filter((scope) => (scopePermissions[scope] as readonly string[]).includes(access))
  const keys = byScope.map((scope) => `\`${scope}\``).join(', ')
  return `**Who may call:** ${byRole.join(', ')}${keys && `; API keys with ${keys}`}.`
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
      return { name, in: place, required: needed, schema: localReferences(property) }
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
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const success = operation.produces
    ? { content: { [operation.produces]: {} } }
    : json(operation.response ? localReferences(operation.response) : {})
  const all: Record<number, Json> = {
    [operation.success]: {
      description: meaning[operation.success],
      ...(operation.success === 204 ? {} : success),
    },
    ...(operation.inParts && { 206: { description: meaning[206], ...success } }),
    ...(isRevalidated(operation) && { 304: { description: meaning[304] } }),
    ...Object.fromEntries(
      [...failureStatuses, ...(operation.expires ? [410] : []), ...(operation.inParts ? [416] : [])].map(
        (status) => [status, { description: meaning[status], ...json(localReferences(ref(ErrorResponse))) }],
      ),
    ),
    ...(takesInput(operation) && {
      422: { description: meaning[422], ...json(localReferences(ref(HTTPValidationError))) },
    }),
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, response]) => [
      status,
      { ...response, ...headersOf(operation, Number(status)) },
    ]),
  )
}

function component({ $id, ...schema }: TSchema & { $id: string }): unknown {
  return localReferences(schema as TSchema)
}

/** `{$ref: "Name"}` as the contract has it becomes `{$ref: "#/components/schemas/Name"}`. */
function localReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(localReferences)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, `#/components/schemas/${value}`]
        : [key, localReferences(value)],
    ),
  )
}
