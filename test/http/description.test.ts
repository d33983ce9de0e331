import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { failures } from '../../contract/api/error-codes.ts'
import { operations } from '../../contract/operations/features.ts'
import { withoutGeneralHeaders } from '../../server/platform/http/description/general-headers.ts'
import { openApi } from '../../server/platform/http/description/openapi.ts'
import { withSharedParts } from '../../server/platform/http/description/shared-parts.ts'
import { wholeDescription } from '../support/http/whole-description.ts'

interface Schema {
  $ref?: string
  description?: string
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  [keyword: string]: unknown
}
interface Media {
  schema: Schema
  example?: unknown
}
interface Parameter {
  name: string
  description?: string
  schema: Schema
  example?: unknown
}
interface Described {
  summary?: string
  description?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
  }
}

const document = openApi(operations) as unknown as Document
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addFormat('binary', true)
ajv.addSchema({ $id: 'openapi', ...document })

const validators = new Map<string, ReturnType<typeof ajv.compile>>()

/** Why a value is no example of a schema of the document; null if it is one. */
function wrong(schema: Schema, value: unknown): string | null {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

function component(reference: string): Parameter {
  return document.components.parameters[reference.split('/').at(-1) as string] as Parameter
}

const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
)

describe('fields', () => {
  const fields: [string, Schema][] = []
  const collect = (name: string, schema: Schema) => {
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      fields.push([`${name}.${key}`, property])
      collect(`${name}.${key}`, property)
    }
    if (schema.items) collect(`${name}[]`, schema.items)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) collect(name, schema)

  test('every schema and every field has a description', () => {
    const all = [...Object.entries(document.components.schemas), ...fields]
    expect(all.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
  })

  test('every example of a field is a value of it', () => {
    const faulty = fields.flatMap(([name, { examples = [], ...schema }]) =>
      examples.map((example) => [name, wrong(schema as Schema, example)]).filter(([, why]) => why !== null),
    )
    expect(faulty).toEqual([])
  })
})

describe.each(described)('%s', (_name, { summary, description, parameters = [], requestBody, responses }) => {
  test('says what it does, and what its parameters mean', () => {
    expect(summary).toBeTruthy()
    expect(description).toBeTruthy()
    for (const parameter of parameters) {
      const { description, schema, example } = '$ref' in parameter ? component(parameter.$ref) : parameter
      expect(description).toBeTruthy()
      expect(wrong(schema, example)).toBeNull()
    }
  })

  test('has an example of its request and of its success, which are valid', () => {
    const success = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const media = [requestBody, ...success.map(([, response]) => response)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    )
    for (const { schema, example } of media) {
      if (schema.format === 'binary') continue
      expect(example).toBeDefined()
      expect(wrong(schema, example)).toBeNull()
    }
  })

  test('names the codes of each failure, and has an example', () => {
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (/^[23]/.test(status)) continue
      const { schema = {}, example } = content?.['application/json'] ?? {}
      if (/^[45]/.test(status) && status !== '422') expect(description).toMatch(/: `\w+`/)
      expect(wrong(schema, example)).toBeNull()
    }
  })
})

test.each(operations.filter(({ rules }) => rules).map((operation) => [operation.id, operation] as const))(
  'the example of %s keeps the rules that no schema can express',
  (_id, { rules, path, method }) => {
    const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content ?? {}
    expect(Object.values(content).flatMap(({ example }) => rules?.(example))).toEqual([])
  },
)

test('every code that an operation can respond is named by one', () => {
  const text = described
    .flatMap(([, { responses }]) => Object.values(responses).map(({ description }) => description))
    .join()
  const shared = Object.entries(failures).filter(
    ([, { kind, ...failure }]) => kind !== 'timed_out' && 'of' in failure,
  )
  expect(shared.map(([code]) => code).filter((code) => !text.includes(`\`${code}\``))).toEqual([])
})

describe('as it is served', () => {
  const served = withSharedParts(document as never)

  test('it has less than 1 MB', () => {
    expect(Buffer.byteLength(JSON.stringify(served))).toBeLessThan(1_000_000)
  })

  test('nothing is lost: with its references written out it is the same, but for examples and what is said of every request', () => {
    const without = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(without)
      if (typeof value !== 'object' || value === null) return value
      const kept = Object.entries(value).filter(
        ([key, part]) => key !== 'example' && (key !== 'examples' || !Array.isArray(part)),
      )
      return Object.fromEntries(
        kept.map(([key, part]) => [
          key,
          key === 'required' && Array.isArray(part) ? part.toSorted() : without(part),
        ]),
      )
    }
    const whole = withoutGeneralHeaders(document as never) as unknown as Document
    const shared = wholeDescription(served as never) as unknown as Document
    const schemas = Object.entries(shared.components.schemas).map(([name, schema]) => [name, merged(schema)])
    const told = { ...shared, components: { ...shared.components, schemas: Object.fromEntries(schemas) } }
    expect(without(written(told))).toMatchObject({
      paths: without(wholeDescription(whole).paths) as object,
      webhooks: without(document.webhooks) as object,
      components: { schemas: without(document.components.schemas) as object },
    })
  })

  /** With the fields of the schema that it extends. */
  function merged({ allOf, ...rest }: Schema): Schema {
    if (!allOf) return rest
    const [{ $ref = '' }, own] = allOf as [Schema, Schema]
    const { schemas } = served.components as { schemas: Record<string, Schema> }
    const base = merged(schemas[$ref.split('/').at(-1) as string] as Schema)
    return {
      ...base,
      ...rest,
      required: [...(base.required as string[]), ...(own.required as string[])],
      properties: { ...base.properties, ...own.properties },
    }
  }

  /** With shared schemas where they are used, which have no name in the contract. */
  function written(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...own } = value as { $ref?: unknown }
    const name = typeof $ref === 'string' ? $ref.match(/^#\/components\/schemas\/(.+)$/)?.[1] : undefined
    if (name !== undefined && !document.components.schemas[name]) {
      const { schemas } = served.components as { schemas: Record<string, object> }
      return written({ ...own, ...schemas[name] })
    }
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, written(part)]))
  }

  test('every reference leads somewhere', () => {
    const text = JSON.stringify(served)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      expect(
        (served.components as Record<string, Record<string, unknown>>)[kind]?.[name],
        `${kind}/${name}`,
      ).toBeDefined()
  })
})

test('sign-out takes the access token or the cookie, and the refresh of browsers the cookie', () => {
  expect(document.paths['/v1/auth/logout']?.post).toMatchObject({
    security: [{ bearer: [] }, { refresh_cookie: [] }],
  })
  expect(document.paths['/v1/jwt/refresh']?.post).toMatchObject({ security: [{ refresh_cookie: [] }] })
  expect(document.components).toMatchObject({
    securitySchemes: { refresh_cookie: { type: 'apiKey', in: 'cookie', name: '__Host-kontor_refresh' } },
  })
})

test('every type of event has a webhook of its name with an example', () => {
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema = {}, example } = post.requestBody?.content['application/json'] ?? {}
    expect(example).toMatchObject({ type })
    expect(wrong(schema, example)).toBeNull()
  }
  expect(Object.keys(document.webhooks)).toContain('purchase_request.status_changed')
})
