import type { ReplayedEvent } from '../../../platform/audit-proofs/replay.ts'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { AdministratorState } from './proven-states.ts'

type Fields = readonly (keyof AdministratorState)[]

/** What each action may change of an administrator. Whatever else differs was changed in the database. */
const mayChange: Readonly<Record<string, Fields>> = {
  'administrator.updated': ['role', 'role_since', 'made_by'],
  'administrator.disabled': ['disabled'],
  'administrator.enabled': ['disabled', 'role_since', 'made_by'],
  'administrator.reset': ['password', 'otp_enabled', 'recovery_codes', 'credentials_since', 'made_by'],
  'administrator.confirmed': ['made_by'],
  'administrator.password_set': ['password', 'credentials_since', 'made_by'],
  'administrator.password_changed': ['password', 'credentials_since'],
  'administrator.otp_enabled': ['otp_enabled', 'recovery_codes'],
  'administrator.otp_disabled': ['otp_enabled', 'recovery_codes'],
  'administrator.passkey_added': ['credentials_since'],
  'administrator.passkey_removed': [],
  'auth.login': ['password'],
}

/** What must be so before an action: the service does nothing otherwise. */
const requires: Readonly<Record<string, Partial<AdministratorState>>> = {
  'administrator.disabled': { disabled: false },
  'administrator.enabled': { disabled: true },
  'administrator.otp_enabled': { otp_enabled: false },
  'administrator.otp_disabled': { otp_enabled: true },
  // A link to set a password exists only for an account without one.
  'administrator.password_set': { password: null },
}

/** What an action makes of it. */
const sets: Readonly<Record<string, Partial<AdministratorState>>> = {
  'administrator.disabled': { disabled: true },
  'administrator.enabled': { disabled: false },
  'administrator.reset': { password: null, otp_enabled: false, recovery_codes: null },
  'administrator.confirmed': { made_by: [] },
  'administrator.otp_enabled': { otp_enabled: true },
  'administrator.otp_disabled': { otp_enabled: false, recovery_codes: null },
}

/** The person has signed in with the password that is replaced. */
const replacesPassword = ['administrator.password_changed', 'auth.login']

export const changingActions = Object.keys(mayChange)

/** The first field whose value does not follow from the state before and the event; undefined if all do. */
export function fieldThatDoesNotFollow(
  before: AdministratorState,
  event: ReplayedEvent,
  after: AdministratorState,
): string | undefined {
  const allowed = mayChange[event.action] ?? []
  const made = sets[event.action] ?? {}
  const required = requires[event.action] ?? {}
  const fields = Object.keys(before) as (keyof AdministratorState)[]
  return fields.find((field) => {
    if (field in required && !isSame(required[field], before[field])) return true
    if (field in made) return !isSame(made[field], after[field])
    if (isSame(before[field], after[field])) return false
    return !allowed.includes(field) || !isOwnChange(field, before, event, after)
  })
}

/** Fields that a person could have changed in the database right before the event changed them once more. */
function isOwnChange(
  field: keyof AdministratorState,
  before: AdministratorState,
  { action, actor_id, details }: ReplayedEvent,
  after: AdministratorState,
): boolean {
  // Set with both halves of the link: the maker who asked for it is confirmed.
  if (field === 'made_by' && action === 'administrator.password_set')
    return (
      typeof details.confirmed_by === 'string' &&
      after.made_by.length < before.made_by.length &&
      after.made_by.every((maker) => before.made_by.includes(maker))
    )
  // Only who acted can have been added to the makers.
  if (field === 'made_by')
    return isSame([...new Set([...before.made_by, actor_id])].toSorted(), after.made_by)
  if (field === 'password' && replacesPassword.includes(action))
    return details.previous_password === before.password
  if (action !== 'administrator.updated') return true
  if (field === 'role') {
    const { from, to } = details as { from: { role: string }; to: { role: string } }
    return from.role === before.role && to.role === after.role
  }
  return field !== 'role_since' || before.role !== after.role
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}
