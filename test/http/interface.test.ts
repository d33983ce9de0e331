import { beforeAll, describe, expect, test } from 'vitest'
import { documentKinds } from '../../contract/organizations/documents.ts'
import { namedSchemas, type SpecifiedOperation, specification } from '../support/http/specification.ts'
import { wholeDescription } from '../support/http/whole-description.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()

interface OpenApi {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, unknown> }
}
interface OpenApiOperation {
  tags: string[]
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[]
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, { content: { 'application/json': { schema: Record<string, unknown> } } }>
}

let openApi: OpenApi
beforeAll(async () => {
  openApi = wholeDescription((await server.anonymous.get('/openapi.json')).body)
})

function inputOf({ path, query, body }: SpecifiedOperation): boolean {
  return path.includes('{') || query !== undefined || body !== undefined
}

test('the description is OpenAPI 3.1 of version 1.0.0', async () => {
  expect(openApi).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
})

test('there are 32 operations without the tag extension, and exactly those of the specification', async () => {
  const { paths } = openApi
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation.tags.includes('extension'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(specification).toHaveLength(32)
  expect(described.sort()).toEqual(specification.map(({ method, path }) => `${method} ${path}`).sort())
})

test('every schema of the specification is a component of that name', async () => {
  const { components } = openApi
  const bodies = documentKinds.map((kind) => `Body_put_${kind.replaceAll('-', '_')}_document`)
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining([...namedSchemas, ...bodies]))
})

describe.each(
  specification.map((specified) => [`${specified.method} ${specified.path}`, specified] as const),
)('%s', (_name, specified) => {
  async function described(): Promise<OpenApiOperation> {
    const { paths } = openApi
    return paths[specified.path]?.[specified.method.toLowerCase()] as OpenApiOperation
  }

  test('declares exactly the statuses of the specification', async () => {
    const { responses } = await described()
    const declared = [specified.status, 400, 401, 403, 404, 409, 429, 500, 503]
    if (inputOf(specified)) declared.push(422)
    expect(Object.keys(responses).map(Number).sort()).toEqual(declared.sort())
  })

  test('returns the schemas of the specification', async () => {
    const { responses } = await described()
    const schemaOf = (status: number) => responses[status]?.content['application/json'].schema
    const named = { $ref: `#/components/schemas/${specified.response}` }
    expect(schemaOf(specified.status)).toEqual(
      specified.response === undefined ? {} : specified.array ? { type: 'array', items: named } : named,
    )
    for (const status of [400, 401, 403, 404, 409, 429, 500, 503]) {
      expect(schemaOf(status)).toEqual({ $ref: '#/components/schemas/ErrorResponse' })
    }
    if (inputOf(specified)) {
      expect(schemaOf(422)).toEqual({ $ref: '#/components/schemas/HTTPValidationError' })
    }
  })

  test('accepts what the specification says', async () => {
    const { parameters = [], requestBody } = await described()
    const inPath = [...specified.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
    expect(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, schema }) => [name, { required, ...schema }]),
      ),
    ).toEqual(specified.query ?? {})
    if (!specified.body) expect(requestBody).toBeUndefined()
    else {
      expect(requestBody).toMatchObject({
        required: true,
        content: {
          [specified.bodyType ?? 'application/json']: {
            schema: { $ref: `#/components/schemas/${specified.body}` },
          },
        },
      })
    }
  })

  test('is 401 without credentials, unless the contract allows anonymous access', async () => {
    const path = specified.path.replaceAll(/\{\w+\}/g, 'none')
    const open = ['/v1/auth/login', '/v1/auth/refresh'].includes(specified.path)
    const reply = await server.anonymous[specified.method.toLowerCase() as 'post'](path)
    if (open) expect(reply.status).toBe(422)
    else if (!['/v1/auth/logout', '/v1/jwt/refresh'].includes(specified.path)) {
      expect(reply).toMatchObject({ status: 401, body: { code: 'token_missing' } })
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
})
