import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { failures } from '../contract/api/error-codes.ts'
import type { Operation } from '../contract/api/operation.ts'
import { wireOf } from '../contract/api/wire.ts'
import { eventTypes as declaredEvents, type EventType } from '../contract/events/events.ts'
import { eventData, objectTypeOf } from '../contract/operations/event-data.ts'
import { operations as allOperations, namedSchemas as allSchemas } from '../contract/operations/features.ts'
import { root } from './installation.mjs'

/** The parts of JSON Schema that the contract uses. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: (string | number | null)[]
  const?: string | number | boolean
  anyOf?: Schema[]
  allOf?: Schema[]
  format?: string
  description?: string
  default?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

// By name: the order of the exports of a module depends on who loads it.
// Redirects are for browsers, and urlencoded forms for an identity provider.
const operations = allOperations
  .filter(({ redirects, bodyType }) => !redirects && bodyType !== 'urlencoded')
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))
const namedSchemas = allSchemas.toSorted((a, b) => (a.$id < b.$id ? -1 : 1))

const header = '// Made from the contract by scripts/generate-client.ts. Do not edit.\n'

/** The generated files of the client package, by name. */
export function generatedFiles(): Record<string, string> {
  return { 'generated-types.ts': typesFile(), 'generated-operations.ts': operationsFile() }
}

function typesFile(): string {
  const declared = namedSchemas.map(
    (schema) => `${comment(describe(schema))}export type ${schema.$id} = ${typeOf(schema as Schema, '')}\n`,
  )
  return [header, ...declared, eventTypes(), errorCodes()].join('\n')
}

/** The messages of webhooks as a union: comparing `type` tells the type of `data`. */
function eventTypes(): string {
  const rows = Object.entries(eventData).map(([type, schema]) => {
    const name = type as EventType
    const data = typeOf(schema as Schema, '  ')
    return `${comment(declaredEvents[name].meaning, '  ')}  ${quoted(type)}: { object: ${quoted(objectTypeOf(name))}; data: ${data} }\n`
  })
  return [
    `/** Every type of event, with the type of its object and its data. */\nexport interface WebhookEvents {\n${rows.join('')}}\n`,
    'export type EventType = keyof WebhookEvents\n',
    `/** A message of a webhook. Later versions of the service may send other types. */\nexport type WebhookEvent = {\n  [Type in EventType]: Omit<WebhookMessage, 'type' | 'object' | 'data'> & {\n    type: Type\n    object: { type: WebhookEvents[Type]['object']; id: string }\n    data: WebhookEvents[Type]['data']\n  }\n}[EventType]\n`,
  ].join('\n')
}

function errorCodes(): string {
  const codes = Object.entries(failures).map(
    ([code, { cause }]) => `${comment(cause, '  ')}  | ${quoted(code)}\n`,
  )
  return `/** The codes of failures. Later versions of the service may send others. */\nexport type ErrorCode =\n${codes.join('')}`
}

function operationsFile(): string {
  const names = namedSchemas.map(({ $id }) => $id)
  const declared = operations.map((operation) => {
    const text = [operation.summary, operation.description].filter(Boolean).join('.\n\n')
    return `${comment(text, '  ')}  ${operation.id}: {\n${inputOf(operation)}    response: ${responseOf(operation)}\n  }\n`
  })
  const body = declared.join('')
  const words = new Set(body.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').match(/\w+/g))
  const used = names.filter((name) => words.has(name))
  const table = operations.map((operation) => `  ${operation.id}: ${literal(wireOf(operation))},\n`)
  return [
    header,
    `import type { Wire } from './wire.ts'\nimport type {\n${used.map((name) => `  ${name},\n`).join('')}} from './generated-types.ts'\n`,
    `/** Every operation by its id: what it takes and what it returns. */\nexport interface Operations {\n${body}}\n`,
    `/** The version of the package. */\nexport const version = ${quoted(packageVersion())}\n`,
    groupsTable(),
    `export const operations: Readonly<Record<keyof Operations, Wire>> = {\n${table.join('')}}\n`,
  ].join('\n')
}

function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')).version
}

/** Names that the client has for something else, or that an operation has. */
const reserved = new Set(['events', 'changes', ...operations.map(({ id }) => id)])

/** The operations by tag: `organizations.create` is `createOrganization`. */
function groupsTable(): string {
  const byGroup = new Map<string, Map<string, string>>()
  for (const { id, tag } of operations) {
    const group = camelCase(tag.name)
    if (reserved.has(group)) continue
    const methods = byGroup.get(group) ?? new Map<string, string>()
    const short = methodOf(id, group, tag.nouns)
    methods.set(methods.has(short) ? id : short, id)
    byGroup.set(group, methods)
  }
  const rows = [...byGroup]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, methods]) => {
      const lines = [...methods].map(([method, id]) => `    ${method}: ${quoted(id)},\n`)
      return `  ${group}: {\n${lines.join('')}  },\n`
    })
  return `/** The operations by resource. */\nexport const groups = {\n${rows.join('')}} as const\n`
}

/**
 * The id without its resource, right behind the verb: `readOrganization` in `organizations` is `read`, but
 * `readOrganizationScreening` in `screening` stays, because it does not read an organization. An id that begins with its
 * resource loses it as well: `bulkMove` in `bulk` is `move`.
 */
function methodOf(id: string, group: string, nouns?: readonly string[]): string {
  const many = group.charAt(0).toUpperCase() + group.slice(1)
  const one = many.replace(/ies$/, 'y').replace(/s$/, '')
  const noun = `(?:${(nouns ?? [many, one]).join('|')})(?=[A-Z]|$)`
  const short = id
    .replace(new RegExp(`^([a-z]+(?:On|Aside)?)${noun}`), '$1')
    .replace(new RegExp(`^${one.charAt(0).toLowerCase()}${one.slice(1)}(?=[A-Z])`), '')
  return short.charAt(0).toLowerCase() + short.slice(1)
}

function camelCase(name: string): string {
  const [first = '', ...others] = name.toLowerCase().split(/[^a-z0-9]+/)
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function inputOf({ params, query, body, bodyType }: Operation): string {
  const parts = [
    params && `params: ${typeOf(params as Schema, '      ')}`,
    query && queryOf(query as Schema),
    body && `body: ${typeOf(body as Schema, '      ')}${bodyType === 'multipart' ? ' | FormData' : ''}`,
  ].filter(Boolean)
  if (parts.length === 0) return '    input: object\n'
  return `    input: {\n${parts.map((part) => `      ${part}\n`).join('')}    }\n`
}

/** A parameter with a default may be left out, although the parsed query always has it. */
function queryOf(query: Schema): string {
  const required = (query.required ?? []).filter((name) => query.properties?.[name]?.default === undefined)
  return `query${required.length > 0 ? '' : '?'}: ${typeOf({ ...query, required }, '      ')}${required.length > 0 ? '' : ' | undefined'}`
}

function responseOf({ produces, response, serialized }: Operation): string {
  if (produces !== undefined) return 'Response'
  const schema = serialized ?? response
  return schema ? typeOf(schema as Schema, '    ') : 'unknown'
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref
  if (schema.enum) return union(schema.enum.map((value) => quoted(value)))
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.allOf) return schema.allOf.map((one) => typeOf(one, indent)).join(' & ')
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeOf(one, indent)))
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)))
  }
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array': {
      const { items = {} } = schema
      const item = typeOf(items, indent)
      return items.enum || items.anyOf || Array.isArray(items.type) ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectOf(schema, indent)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}.`)
  }
}

function objectOf(schema: Schema, indent: string): string {
  const { properties, required = [], additionalProperties, patternProperties } = schema
  const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties
  const open = typeof values === 'object' ? typeOf(values, indent) : 'unknown'
  if (!properties) return `Record<string, ${open}>`
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, inner)
    const field = required.includes(name) ? `${key(name)}: ${type}` : `${key(name)}?: ${type} | undefined`
    return `${comment(describe(property), inner)}${inner}${field}\n`
  })
  const rest = additionalProperties ? `${inner}[name: string]: ${open}\n` : ''
  return `{\n${fields.join('')}${rest}${indent}}`
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

function describe(schema: TSchema | Schema): string {
  return (schema as Schema).description ?? ''
}

function comment(text: string, indent = ''): string {
  if (text === '') return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${text} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

function quoted(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value)
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)
}

function literal(wire: object): string {
  const fields = Object.entries(wire).map(([name, value]) => `${name}: ${quoted(value)}`)
  return `{ ${fields.join(', ')} }`
}
