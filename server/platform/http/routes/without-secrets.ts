import type { TSchema } from 'typebox'
import { inlined } from './inlined-schema.ts'

type Schema = {
  writeOnly?: boolean
  properties?: Record<string, Schema>
  items?: Schema
}

/** Returns a function that leaves out the fields that the schema of a body marks as `writeOnly`, such as passwords. */
export function secretRemover(schema: TSchema | undefined): (body: unknown) => unknown {
  if (!schema) return (body) => body
  const written = inlined(schema) as Schema
  return (body) => strip(written, body)
}

function strip(schema: Schema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(schema?.items, item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !schema?.properties?.[key]?.writeOnly)
      .map(([key, field]) => [key, strip(schema?.properties?.[key], field)]),
  )
}
