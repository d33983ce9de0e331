import type { TSchema } from 'typebox'
import type { FaultType } from '../../contract/error-codes.ts'
import type { Fault } from '../../contract/faults.ts'
import type { Operation } from '../../contract/operation.ts'
import { namedSchemas } from '../../contract/schemas.ts'
import { fieldErrors } from './faults.ts'

type JsonSchema = TSchema & {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

/**
 * What the service would say of this body, said while it is typed: the contract's own schema and rules, read here and
 * written nowhere else. The service checks again; this only saves the way.
 */
export function bodyFaults(operation: Pick<Operation, 'body' | 'rules'>, body: unknown): Fault[] {
  const shape = operation.body ? faultsOf(operation.body as JsonSchema, body, ['body']) : []
  const ruled = operation.rules?.(body) ?? []
  return [...shape, ...ruled.filter(({ loc }) => !shape.some((fault) => String(fault.loc) === String(loc)))]
}

/** For a form's `validate`: the faults by field. */
export function validateBody(
  operation: Pick<Operation, 'body' | 'rules'>,
  toBody: (values: Record<string, unknown>) => unknown = withoutEmpty,
) {
  return (values: Record<string, unknown>) => fieldErrors(bodyFaults(operation, toBody(values)))
}

/** What a form holds without what was left empty, also inside; objects that only hold emptiness are left out. */
export function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values)
    .map(([name, value]) => [name, isPlain(value) ? withoutEmpty(value) : value] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .filter(([, value]) => !isPlain(value) || Object.keys(value).length > 0)
  return Object.fromEntries(entries)
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function resolve(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  return namedSchemas.find(({ $id }) => $id === schema.$ref) as JsonSchema
}

function faultsOf(unresolved: JsonSchema, value: unknown, loc: (string | number)[]): Fault[] {
  const schema = resolve(unresolved)
  if (value === null && schema.type?.includes('null')) return []
  if (typeof value === 'string') return stringFaults(schema, value, loc)
  if (typeof value === 'number') return numberFaults(schema, value, loc)
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) return [fault(loc, 'missing')]
    const { items } = schema
    return items ? value.flatMap((item, index) => faultsOf(items, item, [...loc, index])) : []
  }
  return isPlain(value) ? objectFaults(schema, value, loc) : []
}

function objectFaults(schema: JsonSchema, value: Record<string, unknown>, loc: (string | number)[]): Fault[] {
  const { properties = {}, required = [] } = schema
  const missing = required.filter((name) => value[name] === undefined)
  return [
    ...missing.map((name) => fault([...loc, name], 'missing')),
    ...Object.entries(properties)
      .filter(([name]) => value[name] !== undefined)
      .flatMap(([name, property]) => faultsOf(property, value[name], [...loc, name])),
  ]
}

function stringFaults(schema: JsonSchema, value: string, loc: (string | number)[]): Fault[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, enum: values } = schema
  const length = [...value].length
  if (length < minLength) return [fault(loc, 'string_too_short', { min_length: minLength })]
  if (length > maxLength) return [fault(loc, 'string_too_long', { max_length: maxLength })]
  if (values && !values.includes(value)) return [fault(loc, 'enum')]
  if (pattern && !new RegExp(pattern, 'u').test(value)) return [fault(loc, 'string_pattern_mismatch')]
  return []
}

function numberFaults(schema: JsonSchema, value: number, loc: (string | number)[]): Fault[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  if (value < minimum) return [fault(loc, 'greater_than_equal', { ge: minimum })]
  if (value > maximum) return [fault(loc, 'less_than_equal', { le: maximum })]
  return []
}

function fault(loc: (string | number)[], type: FaultType, ctx: Record<string, unknown> = {}): Fault {
  return { loc, type, msg: type, ctx }
}
