import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { TSchema } from 'typebox'

/**
 * Names the form of a stored response: a hash of its schema and of the source code that renders it, which is the file
 * of the renderer and every file of ours that it imports. A response of another form is rendered again.
 */
export function responseFormat(schema: TSchema, rendererFile: string): string {
  const hash = createHash('sha256').update(JSON.stringify(schema, withoutAnnotations))
  for (const file of importsOf(rendererFile)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Descriptions and examples do not change a response. A field of such a name has a schema as its value. */
function withoutAnnotations(key: string, value: unknown): unknown {
  const isAnnotation =
    (key === 'description' && typeof value === 'string') || (key === 'examples' && Array.isArray(value))
  return isAnnotation ? undefined : value
}

/** The file itself and what it imports at run time, each file once. Type imports render nothing. */
function importsOf(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, path] of source.matchAll(/^(?:import|export) (?!type )[^'"]*from '(\.[^']+)'/gm)) {
    importsOf(resolve(dirname(file), path as string), known)
  }
  return known
}
