import type { TSchema } from 'typebox'
import { namedSchemas } from '../../../../contract/operations/features.ts'

const named = new Map<string, TSchema>(namedSchemas.map((schema) => [schema.$id, schema]))

/**
 * The schema with every named part written out: with the parts inside, the compiler of a serializer need not be given
 * all schemas, most of which it would not use.
 */
export function inlined(schema: TSchema): TSchema {
  return inline(schema) as TSchema
}

function inline(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inline)
  if (value === null || typeof value !== 'object') return value
  if ('$ref' in value && typeof value.$ref === 'string') return inline(named.get(value.$ref))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === '$id' ? [] : [[key, inline(part)]])),
  )
}
