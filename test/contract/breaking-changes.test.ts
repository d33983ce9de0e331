import { expect, test } from 'vitest'
import { breakingChanges, type OpenApi } from './breaking-changes.ts'

function givenDescription(): OpenApi {
  return {
    security: [{ bearer: [] }],
    paths: {
      '/v1/things/{id}': {
        patch: {
          operationId: 'updateThing',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'dry', in: 'query', required: false, schema: { type: 'boolean' } },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string', maxLength: 100 },
                    kind: { type: 'string', enum: ['a', 'b'] },
                  },
                  required: ['name'],
                },
              },
            },
          },
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
            409: { content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            status: { type: 'string', enum: ['new', 'done'] },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          },
          required: ['name', 'status', 'parts'],
        },
      },
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the changes reach deep into the document.
type Change = (operation: any, thing: any, document: any) => void

function changes(change: Change): string[] {
  const now = givenDescription()
  const operation = now.paths['/v1/things/{id}']?.patch
  const { Thing } = (now.components as { schemas: { Thing: unknown } }).schemas
  change(operation, Thing, now)
  return breakingChanges(givenDescription(), now)
}

const bodyOf = (operation: Parameters<Change>[0]) => operation.requestBody.content['application/json'].schema

/** Writes the response as another schema and fields of its own. */
function extend(thing: Parameters<Change>[1], document: Parameters<Change>[2]): void {
  const { name, ...own } = thing.properties
  Object.assign(document.components.schemas, {
    Base: { type: 'object', properties: { name }, required: ['name'] },
    Thing: {
      allOf: [
        { $ref: '#/components/schemas/Base' },
        { type: 'object', properties: own, required: ['status', 'parts'] },
      ],
    },
  })
}

const breaking: [string, Change][] = [
  ['the operation is removed', (_operation, _thing, document) => delete document.paths['/v1/things/{id}']],
  ['it is renamed', (operation) => Object.assign(operation, { operationId: 'changeThing' })],
  ['it becomes preview', (operation) => Object.assign(operation, { 'x-stability': 'preview' })],
  ['it needs other credentials', (operation) => Object.assign(operation, { security: [{ cookie: [] }] })],
  ['a parameter is removed', (operation) => operation.parameters.pop()],
  ['a parameter becomes required', (operation) => Object.assign(operation.parameters[1], { required: true })],
  [
    'a required parameter is added',
    (operation) => operation.parameters.push({ name: 'x', in: 'query', required: true }),
  ],
  [
    'a parameter changes its type',
    (operation) => Object.assign(operation.parameters[1].schema, { type: 'integer' }),
  ],
  ['a field of the body is removed', (operation) => delete bodyOf(operation).properties.kind],
  ['a field of the body becomes required', (operation) => bodyOf(operation).required.push('kind')],
  [
    'a field of the body is bounded more tightly',
    (operation) => Object.assign(bodyOf(operation).properties.name, { maxLength: 50 }),
  ],
  [
    'a field of the body gets a pattern',
    (operation) => Object.assign(bodyOf(operation).properties.name, { pattern: '^a' }),
  ],
  ['a value is not accepted any more', (operation) => bodyOf(operation).properties.kind.enum.pop()],
  [
    'other fields are not accepted any more',
    (operation) => Object.assign(bodyOf(operation), { additionalProperties: false }),
  ],
  [
    'the body has another type',
    (operation) => Object.assign(operation.requestBody, { content: { 'text/csv': {} } }),
  ],
  ['a field of the response is removed', (_operation, thing) => delete thing.properties.status],
  [
    'a field of what the response extends is removed',
    (_operation, thing, document) => {
      extend(thing, document)
      delete document.components.schemas.Base.properties.name
    },
  ],
  ['a field of the response may be absent', (_operation, thing) => thing.required.shift()],
  [
    'a field of the response may be null',
    (_operation, thing) => Object.assign(thing.properties.name, { type: ['string', 'null'] }),
  ],
  [
    'a field of the response has another type',
    (_operation, thing) => Object.assign(thing.properties.name, { type: 'integer' }),
  ],
  [
    'the status of success is another',
    (operation) => {
      operation.responses[202] = operation.responses[200]
      delete operation.responses[200]
    },
  ],
]

test.each(breaking)('breaking: %s', (_name, change) => {
  expect(changes(change)).not.toEqual([])
})

const compatible: [string, Change][] = [
  ['nothing changes', () => {}],
  [
    'an operation is added',
    (operation, _thing, document) => Object.assign(document.paths, { '/v1/more': { get: operation } }),
  ],
  ['an optional parameter is added', (operation) => operation.parameters.push({ name: 'x', in: 'query' })],
  [
    'an optional field of the body is added',
    (operation) => Object.assign(bodyOf(operation).properties, { more: { type: 'string' } }),
  ],
  ['a field of the body becomes optional', (operation) => bodyOf(operation).required.pop()],
  [
    'a field of the body is bounded less tightly',
    (operation) => Object.assign(bodyOf(operation).properties.name, { maxLength: 500 }),
  ],
  ['one more value is accepted', (operation) => bodyOf(operation).properties.kind.enum.push('c')],
  [
    'a field of the response is added',
    (_operation, thing) => Object.assign(thing.properties, { more: { type: 'string' } }),
  ],
  ['the response extends another schema', (_operation, thing, document) => extend(thing, document)],
  ['a value of a response is added', (_operation, thing) => thing.properties.status.enum.push('failed')],
  ['a failure is added', (operation) => Object.assign(operation.responses, { 410: {} })],
  [
    'one more way to sign in is accepted',
    (operation) => Object.assign(operation, { security: [{ bearer: [] }, { cookie: [] }] }),
  ],
]

test.each(compatible)('compatible: %s', (_name, change) => {
  expect(changes(change)).toEqual([])
})

test('a preview operation may change and disappear', () => {
  const old = givenDescription()
  Object.assign(old.paths['/v1/things/{id}']?.patch ?? {}, { 'x-stability': 'preview' })
  expect(breakingChanges(old, { paths: {} })).toEqual([])
})
