import { login } from '../../contract/operations/administrators/auth.ts'
import { passkeySignIn } from '../../contract/operations/administrators/passkeys.ts'
import { type Actor, administratorsOnly, signedIn } from './actor.ts'
import { Failure } from './errors.ts'

export interface Freshness {
  /** The greatest age of the proof, in seconds. Null: none is needed. */
  maxAge: number | null
  /** Whether it must have been made with a passkey. */
  passkey: boolean
}

const quarterOfAnHour = { maxAge: 15 * 60, passkey: false }
/** An authentication further in the future than clocks differ was made before the clock was set back. */
const clockTolerance = 60 * 1000

/** Why the proof of the person is not fresh enough (RFC 9470); undefined if it is. */
export function freshnessFailure(
  actor: Pick<Actor, 'kind' | 'authenticatedAt' | 'passkeyAt'>,
  { maxAge, passkey }: Freshness,
  now: Date,
): Failure | undefined {
  if (maxAge === null) return undefined
  if (actor.kind !== 'administrator') return administratorsOnly()
  if (isFresh(passkey ? actor.passkeyAt : actor.authenticatedAt, maxAge, now)) return undefined
  const { id, method, path } = passkey ? passkeySignIn : login
  const operation = `${method} ${path}`
  const detail = passkey
    ? `Confirm with your passkey to do this: a sign-in with it (${operation}) is a fresh proof.`
    : `Sign in again to do this: a sign-in (${operation}) is a fresh proof, a refresh is none.`
  const context = { max_age: maxAge, passkey, resolve_with: operation, operation_id: id }
  return new Failure('unauthorized', 'reauthentication_required', detail, context)
}

/** The id of the administrator. Throws if the last authentication is older than 15 minutes. */
export function requireFresh(actor: Actor, now: Date): string {
  const failure = freshnessFailure(actor, quarterOfAnHour, now)
  if (failure) throw failure
  return signedIn(actor).id
}

/** Whether a passkey of the person was used in this session within the last 15 minutes. */
export function hasFreshPasskey(actor: Actor, now: Date): boolean {
  return actor.kind === 'administrator' && isFresh(actor.passkeyAt, quarterOfAnHour.maxAge, now)
}

function isFresh(at: Date | null, maxAge: number, now: Date): boolean {
  const age = at === null ? Infinity : now.getTime() - at.getTime()
  return age <= maxAge * 1000 && age >= -clockTolerance
}
