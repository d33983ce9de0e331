import { type Actor, administratorsOnly } from '../../../platform/actor.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Freshness } from './rules.ts'

/** An authentication further in the future than clocks differ was made before the clock was set back. */
const clockTolerance = 60 * 1000

/** Why the proof of the person is not fresh enough (RFC 9470); undefined if it is. */
export function freshnessFailure(
  actor: Pick<Actor, 'kind' | 'authenticatedAt' | 'passkeyAt'>,
  { maxAge, passkey }: Freshness,
  now: Date,
): Failure | undefined {
  if (actor.kind !== 'administrator') return administratorsOnly()
  const provenAt = passkey ? actor.passkeyAt : actor.authenticatedAt
  const age = provenAt === null ? Infinity : now.getTime() - provenAt.getTime()
  if (age <= maxAge * 1000 && age >= -clockTolerance) return undefined
  const detail = passkey ? 'Confirm with your passkey to do this.' : 'Sign in again to do this.'
  return new Failure('unauthorized', 'reauthentication_required', detail, { max_age: maxAge, passkey })
}
