type Json = Record<string, unknown>

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Json
}

interface DescribedOperation {
  operationId: string
  'x-stability'?: string
  security?: Record<string, unknown>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Record<string, { schema?: Json }> }
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>
}

export interface OpenApi {
  paths: Record<string, Record<string, DescribedOperation>>
  components?: Json
  security?: Record<string, unknown>[]
}

/** Taken with every request, which the description says once, in words. */
const general = new Set(['X-Request-Id', 'traceparent'])

/**
 * What in the new description would break a client of the old one, after docs/api-policy.md. A request that was valid
 * must stay valid; a response must be one that the client expects, where it has to expect new fields and new values of
 * enums. Preview operations are left out.
 */
export function breakingChanges(old: OpenApi, now: OpenApi): string[] {
  const schemas = createSchemaComparison(old, now)
  return Object.entries(old.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      if (before['x-stability'] === 'preview') return []
      const at = `${method.toUpperCase()} ${path}`
      const after = now.paths[path]?.[method]
      if (!after) return [`${at}: removed`]
      return [
        ...(after.operationId === before.operationId ? [] : ['operationId']),
        ...(after['x-stability'] === 'preview' ? ['is preview now'] : []),
        ...credentials(before.security ?? old.security, after.security ?? now.security),
        ...parameters(resolved(old, before), resolved(now, after)),
        ...body(before.requestBody, after.requestBody),
        ...responses(before.responses, after.responses),
      ].map((change) => `${at}: ${change}`)
    }),
  )

  function parameters(before: Parameter[], after: Parameter[]): string[] {
    const changes = before.flatMap(({ name, in: place, required = false, schema = {} }) => {
      const same = after.find((other) => other.name === name && other.in === place)
      if (!same) return place === 'header' && general.has(name) ? [] : [`parameter ${name} removed`]
      return [
        ...(same.required && !required ? [`parameter ${name} is required`] : []),
        ...schemas.request(schema, same.schema ?? {}, `parameter ${name}`),
      ]
    })
    const added = after.filter(
      (parameter) =>
        parameter.required &&
        !before.some(({ name, in: place }) => name === parameter.name && place === parameter.in),
    )
    return [...changes, ...added.map(({ name }) => `required parameter ${name} added`)]
  }

  function body(
    before: DescribedOperation['requestBody'],
    after: DescribedOperation['requestBody'],
  ): string[] {
    if (!before) return after?.required ? ['a body is required'] : []
    if (!after) return ['body removed']
    return [
      ...(after.required && !before.required ? ['a body is required'] : []),
      ...content(before.content, after.content, 'body', schemas.request),
    ]
  }

  function responses(
    before: DescribedOperation['responses'],
    after: DescribedOperation['responses'],
  ): string[] {
    return Object.entries(before).flatMap(([status, response]) => {
      // Fewer failures are no harm.
      if (!after[status]) return status.startsWith('2') ? [`response ${status} removed`] : []
      return content(
        response.content ?? {},
        after[status].content ?? {},
        `response ${status}`,
        schemas.response,
      )
    })
  }
}

function credentials(
  before: DescribedOperation['security'] = [],
  after: DescribedOperation['security'] = [],
): string[] {
  const names = (security: Record<string, unknown>) => Object.keys(security).sort().join(' and ')
  const accepted = new Set(after.map(names))
  if (after.length === 0) return []
  const lost =
    before.length === 0 ? ['no credentials'] : before.map(names).filter((way) => !accepted.has(way))
  return lost.map((way) => `${way} not accepted any more`)
}

function content(
  before: Record<string, { schema?: Json }>,
  after: Record<string, { schema?: Json }>,
  at: string,
  compare: (before: Json, after: Json, at: string) => string[],
): string[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) =>
    after[type] ? compare(schema, after[type].schema ?? {}, at) : [`${at}: ${type} removed`],
  )
}

function resolved(document: OpenApi, { parameters = [] }: DescribedOperation): Parameter[] {
  return parameters.map(
    (parameter) => ('$ref' in parameter ? find(document, parameter.$ref) : parameter) as Parameter,
  )
}

function find(document: unknown, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Json)[key], document)
}

/** Bounds: a request may not be bounded more tightly; for a response they are no promise. */
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function createSchemaComparison(old: OpenApi, now: OpenApi) {
  type Direction = 'request' | 'response'

  function compare(
    direction: Direction,
    beforeOrReference: Json,
    afterOrReference: Json,
    at: string,
    seen: readonly string[],
  ): string[] {
    const pair = `${beforeOrReference.$ref} ${afterOrReference.$ref}`
    if (beforeOrReference.$ref && seen.includes(pair)) return []
    const before = dereferenced(old, beforeOrReference)
    const after = dereferenced(now, afterOrReference)
    const within = (a: Json, b: Json, where: string) => compare(direction, a, b, where, [...seen, pair])
    return [
      ...types(direction, before, after, at),
      ...enums(direction, before, after, at),
      ...(direction === 'request' ? tighter(before, after, at) : []),
      ...properties(direction, before, after, at, within),
      ...(before.items && after.items ? within(before.items as Json, after.items as Json, `${at}[]`) : []),
      ...alternatives(before, after, at, within),
    ]
  }

  return {
    request: (before: Json, after: Json, at: string) => compare('request', before, after, at, []),
    response: (before: Json, after: Json, at: string) => compare('response', before, after, at, []),
  }
}

function dereferenced(document: OpenApi, schema: Json): Json {
  const found = typeof schema.$ref === 'string' ? (find(document, schema.$ref) as Json) : schema
  return withAllFields(document, withListOfTypes(document, found))
}

/** An object that extends another one, with the fields of both. */
function withAllFields(document: OpenApi, { allOf, ...rest }: Json): Json {
  if (!allOf) return rest
  const parts = [...(allOf as Json[]), rest].map((part) => dereferenced(document, part))
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required as string[]),
  })
}

/** An object or null: as one of two, or with a list of types, as older descriptions have it. */
function withListOfTypes(document: OpenApi, schema: Json): Json {
  const [own, none, ...others] = ((schema.anyOf ?? []) as Json[]).map((part) => dereferenced(document, part))
  if (own?.type === undefined || none?.type !== 'null' || others.length > 0) return schema
  const { anyOf, ...rest } = schema
  return { ...rest, ...own, type: [own.type, 'null'] }
}

/** An integer is a number. */
function typesOf({ type }: Json): Set<unknown> | undefined {
  if (type === undefined) return undefined
  const names = new Set(Array.isArray(type) ? type : [type])
  return names.has('number') ? names.add('integer') : names
}

function types(direction: 'request' | 'response', before: Json, after: Json, at: string): string[] {
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before]
  const allowed = typesOf(wide)
  const needed = typesOf(narrow)
  if (!allowed) return []
  if (!needed) return [`${at}: the type ${JSON.stringify(after.type)}`]
  return [...needed].every((type) => allowed.has(type))
    ? []
    : [`${at}: the type ${JSON.stringify(after.type)} instead of ${JSON.stringify(before.type)}`]
}

function enums(direction: 'request' | 'response', before: Json, after: Json, at: string): string[] {
  const values = after.enum as unknown[] | undefined
  if (direction === 'response') return before.enum && !values ? [`${at}: any value`] : []
  if (!values) return []
  if (!before.enum) return [`${at}: only some values`]
  const lost = (before.enum as unknown[]).filter((value) => !values.includes(value))
  return lost.map((value) => `${at}: the value ${value} is not accepted any more`)
}

function tighter(before: Json, after: Json, at: string): string[] {
  const number = (schema: Json, key: string, otherwise: number) => (schema[key] as number) ?? otherwise
  return [
    ...lowerBounds.filter((key) => number(after, key, -Infinity) > number(before, key, -Infinity)),
    ...upperBounds.filter((key) => number(after, key, Infinity) < number(before, key, Infinity)),
    ...['pattern', 'format', 'multipleOf', 'const'].filter(
      (key) => after[key] !== undefined && after[key] !== before[key],
    ),
  ].map((key) => `${at}: ${key} ${after[key]}`)
}

function properties(
  direction: 'request' | 'response',
  before: Json,
  after: Json,
  at: string,
  within: (before: Json, after: Json, at: string) => string[],
): string[] {
  const old = (before.properties ?? {}) as Record<string, Json>
  const now = (after.properties ?? {}) as Record<string, Json>
  const wasRequired = new Set((before.required ?? []) as string[])
  const isRequired = new Set((after.required ?? []) as string[])
  const demanded = direction === 'request' ? isRequired.difference(wasRequired) : new Set<string>()
  const lost = direction === 'response' ? wasRequired.difference(isRequired) : new Set<string>()
  return [
    ...Object.entries(old).flatMap(([name, schema]) =>
      now[name] ? within(schema, now[name], `${at}.${name}`) : [`${at}.${name}: removed`],
    ),
    ...[...demanded].map((name) => `${at}.${name}: required`),
    ...[...lost].filter((name) => now[name]).map((name) => `${at}.${name}: not always there`),
    ...(direction === 'request' &&
    after.additionalProperties === false &&
    before.additionalProperties !== false
      ? [`${at}: no other fields`]
      : []),
  ]
}

/** Alternatives are compared by position and number. */
function alternatives(
  before: Json,
  after: Json,
  at: string,
  within: (before: Json, after: Json, at: string) => string[],
): string[] {
  return ['anyOf', 'oneOf'].flatMap((key) => {
    const old = before[key] as Json[] | undefined
    const now = after[key] as Json[] | undefined
    if (!old && !now) return []
    if (!old || !now || now.length !== old.length) return [`${at}: other alternatives`]
    return old.flatMap((schema, index) => within(schema, now[index] as Json, at))
  })
}
