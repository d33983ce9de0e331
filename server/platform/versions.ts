import { Failure } from './errors.ts'

/** The versions of an object that a change accepts: any (`*`, if the object exists), one of these, or no condition. */
export type ExpectedVersions = '*' | readonly number[] | undefined

/** `current` is undefined if the object does not exist. */
export function isExpected(expected: ExpectedVersions, current: number | undefined): boolean {
  if (expected === undefined) return true
  if (current === undefined) return false
  return expected === '*' || expected.includes(current)
}

/** Call it under the lock of the object's row, so that the version cannot change before the change is written. */
export function demandVersion(
  expected: ExpectedVersions,
  current: number | undefined,
  object: VersionedObject,
): void {
  if (!isExpected(expected, current)) throw versionConflict(object, current)
}

export type VersionedObject =
  | 'policy'
  | 'organization'
  | 'purchase request'
  | 'document'
  | 'administrator'
  | 'webhook endpoint'
  | 'company'
  | 'screening hit'
  | 'person'
  | 'view'
  | 'plan of accounts'

export function versionConflict(
  object: VersionedObject,
  current: number | undefined,
  context: Record<string, unknown> = {},
): Failure {
  return new Failure('conflict', 'version_conflict', `The ${object} has changed since it was read.`, {
    version: current ?? null,
    ...context,
  })
}
