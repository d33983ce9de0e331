import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'

/**
 * Names the form of a stored response. A response of another form is rendered again. `revision` is raised when the same
 * row is rendered differently under the same schema: test/stored-responses/response-format.test.ts fails until it is.
 */
export function responseFormat(schema: TSchema, revision: number): string {
  const form = JSON.stringify([revision, schema], withoutAnnotations)
  return createHash('sha256').update(form).digest('hex').slice(0, 16)
}

/** Descriptions and examples do not change a response. A field of such a name has a schema as its value. */
function withoutAnnotations(key: string, value: unknown): unknown {
  const isAnnotation =
    (key === 'description' && typeof value === 'string') || (key === 'examples' && Array.isArray(value))
  return isAnnotation ? undefined : value
}
