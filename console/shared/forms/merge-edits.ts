import { isObject } from '../../../contract/api/common.ts'

type Values = Record<string, unknown>

/** A field that both sides changed to different values. The path is such as `contact.email`. */
export interface Collision {
  path: string
  mine: unknown
  theirs: unknown
}

/**
 * What to do with a form after somebody else has saved: the fields that only they changed, with the new values, and
 * those that both changed. All others keep what is in the form.
 */
export function mergeEdits(
  base: Values,
  mine: Values,
  theirs: Values,
): { taken: Values; collisions: Collision[] } {
  const [before, typed, saved] = [leaves(base), leaves(mine), leaves(theirs)]
  const taken: Values = {}
  const collisions: Collision[] = []
  for (const path of new Set([...before.keys(), ...typed.keys(), ...saved.keys()])) {
    const [was, mine, theirs] = [before, typed, saved].map((values) => values.get(path) ?? null)
    if (isSame(theirs, was) || isSame(theirs, mine)) continue
    if (isSame(mine, was)) taken[path] = theirs
    else collisions.push({ path, mine, theirs })
  }
  return { taken, collisions }
}

/** A list is one value: its items have no names that both sides would share. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  const content = (list: unknown[]) =>
    JSON.stringify(list.map((item) => (isObject(item) ? [...leaves(item)].toSorted() : item)))
  return content(a) === content(b)
}

/** Empty fields and missing objects have no leaves: they are the same as null. */
function leaves(values: Values, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [name, value] of Object.entries(values)) {
    if (isObject(value)) for (const [path, leaf] of leaves(value, `${prefix}${name}.`)) found.set(path, leaf)
    else if (value !== undefined && value !== null && value !== '') found.set(`${prefix}${name}`, value)
  }
  return found
}
