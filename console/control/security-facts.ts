import { type Act, actNames } from '../../contract/acts.ts'
import type { AdministratorResponse, ApiKeyResponse } from '../../contract/administrators.ts'
import type { PolicyRule } from '../../contract/policy.ts'
import { asksForTwo } from '../../contract/policy-rules.ts'

const day = 86_400_000

export interface Alone {
  act: Act
  /** Rules that ask for two people only under a condition. */
  unless: PolicyRule[]
}

/** What one person can still do without anybody else. */
export function doneAlone(rules: readonly PolicyRule[]): Alone[] {
  return actNames.flatMap((act) => {
    const own = rules.filter((rule) => rule.act === act && asksForTwo(rule))
    return own.some(({ when }) => !when) ? [] : [{ act, unless: own }]
  })
}

/** An installation may know about passkeys; one that does not has none. */
type Person = AdministratorResponse & { passkeys?: number | unknown[]; second_factor?: boolean }

export function withoutSecondFactor(people: readonly Person[]): Person[] {
  return active(people).filter(({ otp_enabled, passkeys = 0, second_factor = false }) => {
    const count = Array.isArray(passkeys) ? passkeys.length : passkeys
    return !otp_enabled && count === 0 && !second_factor
  })
}

/** Who has not signed in for 90 days, or never since the account was made that long ago. */
export function awayPeople(people: readonly Person[], now: number): Person[] {
  return active(people).filter(({ last_login_at, created_at }) =>
    isOlder(last_login_at ?? created_at, 90, now),
  )
}

/** Whose account is too new to vote. */
export function newPeople(people: readonly Person[], now: number): Person[] {
  return active(people).filter(({ created_at }) => !isOlder(created_at, 1, now))
}

type Key = ApiKeyResponse & { expires_at?: string | null }
export type KeyFault = 'old' | 'unused' | 'expires'

/** Keys that should be replaced or revoked, and why. */
export function keysToReplace(keys: readonly Key[], now: number): { key: Key; faults: KeyFault[] }[] {
  return keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map((key) => ({ key, faults: faultsOf(key, now) }))
    .filter(({ faults }) => faults.length > 0)
}

function faultsOf({ created_at, last_used_at, expires_at }: Key, now: number): KeyFault[] {
  const faults: KeyFault[] = []
  if (isOlder(created_at, 365, now)) faults.push('old')
  if (isOlder(last_used_at ?? created_at, 90, now)) faults.push('unused')
  if (expires_at && new Date(expires_at).getTime() - now < 30 * day) faults.push('expires')
  return faults
}

function active(people: readonly Person[]): Person[] {
  return people.filter(({ status }) => status === 'active')
}

function isOlder(instant: string, days: number, now: number): boolean {
  return now - new Date(instant).getTime() >= days * day
}
