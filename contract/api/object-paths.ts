import { collect, features } from '../declarations/all.ts'
import type { Feature } from '../declarations/feature.ts'

const byObject: Readonly<Record<string, string>> = collect('objects')
const byType: Readonly<Record<string, string>> = collect('readings')

/** After these the object is gone: reading it is 404. */
export const deletions: ReadonlySet<string> = new Set(
  features.flatMap((feature: Feature) => feature.deletions ?? []),
)

/** Every path of an object, for the test that each is an operation. */
export const objectPaths: readonly string[] = [...Object.values(byObject), ...Object.values(byType)]

/** The path of the operation that reads what has changed, as it is now; null if it is gone. */
export function pathOf(
  type: string,
  object: { type: string; id: string },
  organizationId: string | null,
): string | null {
  if (deletions.has(type)) return null
  const path = byType[type] ?? byObject[object.type]
  if (path === undefined) return null
  return path
    .replace('{organization_id}', encodeURIComponent(organizationId ?? ''))
    .replace('{id}', encodeURIComponent(object.id))
}
