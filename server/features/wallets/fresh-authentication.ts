import type { Actor } from '../../platform/actor.ts'
import { Failure } from '../../platform/errors.ts'

const longestAge = 15 * 60 * 1000
/** An authentication further in the future than clocks differ was made before the clock was set back. */
const clockTolerance = 60 * 1000

/** The id of the administrator. Throws if the last authentication is older than 15 minutes (RFC 9470). */
export function requireFresh(actor: Actor, now: Date): string {
  if (actor.kind !== 'administrator' || actor.id === null) {
    throw new Failure('forbidden', 'forbidden', 'Only an administrator may do this.')
  }
  const age = actor.authenticatedAt === null ? Infinity : now.getTime() - actor.authenticatedAt.getTime()
  if (age > longestAge || age < -clockTolerance) {
    throw new Failure('unauthorized', 'reauthentication_required', 'Sign in again to do this.', {
      max_age: longestAge / 1_000,
    })
  }
  return actor.id
}
