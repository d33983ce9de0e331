import { isObject } from '../../contract/api/common.ts'

/** The changed fields for a PATCH: absent keeps, null clears. An object is sent completely. */
export function changes(data: Record<string, unknown>, before: Record<string, unknown> = {}) {
  const changed = Object.entries(data).filter(([name, value]) => !isSame(value ?? null, before[name] ?? null))
  return Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
      isSame(a[name] ?? null, b[name] ?? null),
    )
  }
  return JSON.stringify(a) === JSON.stringify(b)
}
