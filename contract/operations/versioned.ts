import type { Operation } from '../api/operation.ts'
import { namedSchemas, operations } from './features.ts'

/** The schemas of the objects with a version that can be read alone. */
const versioned = new Set(operations.filter(({ method }) => method === 'GET').flatMap(versionedSchema))

/**
 * Whether a success response is an object with a version, exactly as it can be read, and so carries an `ETag`. One that
 * also contains a secret shown once is another object.
 */
export function isVersioned({ response }: Operation): boolean {
  return response !== undefined && versioned.has(referenceOf(response) ?? '')
}

/** Whether a read may be answered with 304: only extensions, because the specification declares no such status. */
export function isRevalidated(operation: Operation): boolean {
  return operation.extension && operation.method === 'GET' && isVersioned(operation)
}

function versionedSchema({ response }: Operation): string[] {
  const name = response && referenceOf(response)
  const schema = namedSchemas.find(({ $id }) => $id === name) as { properties?: object } | undefined
  return name && schema?.properties && 'version' in schema.properties ? [name] : []
}

function referenceOf(schema: object): string | undefined {
  return (schema as { $ref?: string }).$ref
}
