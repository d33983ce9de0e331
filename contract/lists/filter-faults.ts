import type { TObject } from 'typebox'
import type { Fault } from '../api/faults.ts'
import { type Format, formats } from '../api/formats.ts'
import { type SchemaError, toFaults } from '../api/schema-faults.ts'
import type { List } from './list.ts'

/** The faults of the filters of a list, below `filters` in a body. */
export function filterFaults(list: List, filters: Record<string, unknown>): Fault[] {
  const { properties } = list.filters as TObject
  const errors = Object.entries(filters).flatMap(([name, value]): SchemaError[] => {
    const instancePath = `/filters/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(properties, name))
      return [
        {
          keyword: 'additionalProperties',
          instancePath: '/filters',
          params: { additionalProperty: name },
        },
      ]
    const error = errorOf(properties[name] as StringSchema, value)
    return error ? [{ ...error, instancePath }] : []
  })
  return toFaults('body', errors)
}

interface StringSchema {
  type?: string
  enum?: readonly string[]
  pattern?: string
  format?: Format
  minLength?: number
  maxLength?: number
}

/** Why a value is none of a filter. All filters are texts, as in a query. */
function errorOf(schema: StringSchema, value: unknown): Omit<SchemaError, 'instancePath'> | undefined {
  if (typeof value !== 'string') return { keyword: 'type', params: { type: 'string' } }
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  if (values && !values.includes(value)) return { keyword: 'enum', params: { allowedValues: values } }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return { keyword: 'pattern', params: { pattern: schema.pattern } }
  if (schema.format && !formats[schema.format](value))
    return { keyword: 'format', params: { format: schema.format } }
  if (schema.minLength !== undefined && [...value].length < schema.minLength)
    return { keyword: 'minLength', params: { limit: schema.minLength } }
  // A filter of free text has no limit of its own in a query, where the length of the URL is one.
  const most = schema.maxLength ?? 255
  return [...value].length > most ? { keyword: 'maxLength', params: { limit: most } } : undefined
}
