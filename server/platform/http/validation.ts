import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { type Fault, fault, missing } from '../../../contract/faults.ts'
import { formats } from '../../../contract/formats.ts'
import type { Operation } from '../../../contract/operation.ts'
import { toFaults } from '../../../contract/schema-faults.ts'
import { namedSchemas } from '../../../contract/schemas.ts'
import { Invalid } from '../errors.ts'
import { idempotencyKeyFaults, isIdempotent } from './idempotency-key.ts'

const ajv = new Ajv({
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
for (const schema of namedSchemas) ajv.addSchema(schema)

/** Checks everything a request brings, at once. Runs after permission (403) and before the handler (404, 409). */
export function validator(operation: Operation): (request: FastifyRequest) => void {
  const checkQuery = operation.query && ajv.compile(operation.query)
  const integers = integerKeys(operation.query)
  // A multipart body is read by its handler, which checks it then.
  const checkBody = operation.bodyType === 'json' ? bodyChecker(operation) : undefined

  return (request) => {
    const faults: Fault[] = []
    if (checkQuery) {
      const query = request.query as Record<string, unknown>
      for (const key of integers) if (key in query) query[key] = parseInteger(String(query[key]))
      if (!checkQuery(query)) faults.push(...toFaults('query', checkQuery.errors ?? []))
    }
    if (isIdempotent(operation)) faults.push(...idempotencyKeyFaults(request))
    if (checkBody) faults.push(...checkBody(request.body))
    if (faults.length > 0) throw new Invalid(faults)
  }
}

/** Finds every fault of a body of this operation. */
export function bodyChecker(operation: Operation): ((body: unknown) => Fault[]) | undefined {
  const check = operation.body && ajv.compile(operation.body)
  return check && ((body) => bodyFaults(operation, check, body))
}

function bodyFaults(operation: Operation, check: ValidateFunction, body: unknown): Fault[] {
  if (body === undefined || body === null) return [missing(['body'])]
  const faults = check(body) ? [] : toFaults('body', check.errors ?? [])
  findUnstorableText(body, ['body'], faults)
  // A rule that stumbles over a field with a wrong shape has nothing to add to that.
  for (const found of operation.rules?.(body) ?? []) {
    if (!faults.some((known) => startsWith(found.loc, known.loc))) faults.push(found)
  }
  return faults
}

function startsWith(loc: Fault['loc'], beginning: Fault['loc']): boolean {
  return beginning.every((step, index) => loc[index] === step)
}

/** PostgreSQL stores no nul character in a text, and UTF-8 has no half of a surrogate pair. */
function findUnstorableText(value: unknown, loc: Fault['loc'], faults: Fault[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) faults.push(fault(loc, 'nul_character'))
    else if (!value.isWellFormed()) faults.push(fault(loc, 'malformed_unicode'))
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      findUnstorableText(item, [...loc, index], faults)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [key, field] of Object.entries(value)) findUnstorableText(field, [...loc, key], faults)
  }
}

function integerKeys(schema: TSchema | undefined): string[] {
  const properties =
    (schema as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {}
  return Object.keys(properties).filter((key) => properties[key]?.type === 'integer')
}

/** An integer as pydantic reads it from a query; anything else stays a string and is reported as such. */
function parseInteger(value: string): number | string {
  if (!/^\s*[+-]?\d+(\.0+)?\s*$/.test(value)) return value
  const number = Number(value)
  // No page lies beyond this, and it still is an exact integer.
  return Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}
