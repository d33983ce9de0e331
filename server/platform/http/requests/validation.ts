import { Ajv } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Fault, fault } from '../../../../contract/api/faults.ts'
import { formats } from '../../../../contract/api/formats.ts'
import { isIdempotent, type Operation } from '../../../../contract/api/operation.ts'
import { bodyFaults, toFaults } from '../../../../contract/api/schema-faults.ts'
import { namedSchemas } from '../../../../contract/operations/features.ts'
import { Invalid } from '../../errors.ts'
import { idempotencyKeyFaults } from './idempotency-key.ts'
import { perOperation } from './per-operation.ts'
import { garbledParameters, repeatedParameters } from './query.ts'

const schemas = Object.fromEntries(namedSchemas.map((schema) => [schema.$id, schema]))

let shared: Ajv | undefined

/** Made when it is first needed: to read all schemas takes a fifth of the time in which the service is loaded. */
function ajv(): Ajv {
  if (shared) return shared
  shared = new Ajv({
    // Every fault is reported at once; nothing is coerced or dropped. Query values are parsed below, before they are checked.
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    strict: true,
    allowUnionTypes: true,
    // TypeBox writes plain JSON Schema; descriptions and the like are for OpenAPI.
    strictSchema: false,
    formats: { ...formats, binary: true },
  })
  for (const schema of namedSchemas) shared.addSchema(schema)
  return shared
}

/** Checks everything a request brings, at once. Runs after permission (403) and before the handler (404, 409). */
export function validator(operation: Operation): (request: FastifyRequest) => void {
  return (request) => {
    const { checkQuery, integers, booleans, checkBody } = checksOf(operation)
    const faults: Fault[] = []
    if (checkQuery) {
      const query = request.query as Record<string, unknown>
      for (const key of integers) if (key in query) query[key] = parseInteger(String(query[key]))
      for (const key of booleans) if (key in query) query[key] = parseBoolean(query[key])
      if (operation.extension && !isOpen(operation)) faults.push(...repetitions(query), ...garbles(query))
      if (!checkQuery(query)) faults.push(...toFaults('query', checkQuery.errors ?? []))
    }
    if (isIdempotent(operation)) faults.push(...idempotencyKeyFaults(request))
    if (operation.bodyMayBeAbsent) request.body ??= {}
    if (checkBody) faults.push(...checkBody(request.body))
    if (faults.length > 0) throw new Invalid(faults)
  }
}

/** Compiles what a request of the operation is checked with. */
export const checksOf = perOperation((operation) => {
  const query = querySchema(operation)
  return {
    checkQuery: query && ajv().compile(query),
    integers: keysOfType(operation.query, 'integer'),
    booleans: keysOfType(operation.query, 'boolean'),
    // A multipart body is read by its handler, which checks it then.
    checkBody: operation.bodyType === 'multipart' ? undefined : bodyChecker(operation),
  }
})

/** Extensions accept only the parameters they declare, unless their schema says otherwise. On the operations of the specification others are ignored. */
function querySchema({ query, extension }: Operation): TSchema | undefined {
  return extension ? { type: 'object', additionalProperties: false, ...query } : query
}

/** Whether others may add parameters, such as an identity provider to the address that it sends a browser to. */
function isOpen({ query }: Operation): boolean {
  return (query as { additionalProperties?: boolean } | undefined)?.additionalProperties === true
}

/** Of two values of a filter one would be ignored, without anybody noticing. */
function repetitions(query: unknown): Fault[] {
  return repeatedParameters(query).map((name) => fault(['query', name], 'repeated_field'))
}

/** Text in another character set would find nothing, without anybody noticing. */
function garbles(query: unknown): Fault[] {
  return garbledParameters(query).map((name) => fault(['query', name], 'parameter_not_utf8'))
}

/** The first fault of a value that does not come with a request: where it is, and what it should be. */
export function faultOf(schema: TSchema, value: unknown): { path: string; message: string } | undefined {
  const check = ajv().compile(schema)
  // Defaults are filled in while it is checked.
  if (check(structuredClone(value))) return undefined
  const [error] = check.errors ?? []
  return { path: error?.instancePath ?? '', message: error?.message ?? 'is not valid' }
}

/** Finds every fault of a body of this operation. */
export function bodyChecker(operation: Operation): ((body: unknown) => Fault[]) | undefined {
  const check = operation.body && ajv().compile(operation.body)
  return check && ((body) => bodyFaults(operation, body, check(body) ? [] : (check.errors ?? []), schemas))
}

function keysOfType(schema: TSchema | undefined, type: string): string[] {
  const properties =
    (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {}
  return Object.keys(properties).filter((key) => properties[key]?.type === type)
}

/** Anything else stays a string and is reported as such. */
function parseBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value
}

/** An integer as pydantic reads it from a query; anything else stays a string and is reported as such. */
function parseInteger(value: string): number | string {
  if (!/^\s*[+-]?\d+(\.0+)?\s*$/.test(value)) return value
  const number = Number(value)
  // No page lies beyond this, and it still is an exact integer.
  return Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
