import type { AdministratorResponse, ApiKeyResponse } from '../../contract/administrators/administrators.ts'
import { type Act, actNames } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { asksForTwo } from '../../contract/control/policy-rules.ts'
import { type ApiKeyWarning, apiKeyWarnings } from '../shared/access/api-key-warnings.ts'

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

type Person = AdministratorResponse

/** An identity provider has factors of its own. */
export function withoutSecondFactor(people: readonly Person[]): Person[] {
  return active(people).filter(
    ({ otp_enabled, passkeys, managed_by }) => !otp_enabled && passkeys === 0 && managed_by === null,
  )
}

/** Who counts as somebody else, where a rule needs two people. */
export function dependentPeople(people: readonly Person[]): Person[] {
  return active(people).filter(({ independence }) => !independence.independent)
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

/** Keys that should be replaced or revoked, and why. */
export function keysToReplace(
  keys: readonly ApiKeyResponse[],
  now: number,
): { key: ApiKeyResponse; faults: ApiKeyWarning[] }[] {
  return keys
    .map((key) => ({ key, faults: apiKeyWarnings(key, now) }))
    .filter(({ faults }) => faults.length > 0)
}

function active(people: readonly Person[]): Person[] {
  return people.filter(({ status }) => status === 'active')
}

function isOlder(instant: string, days: number, now: number): boolean {
  return now - new Date(instant).getTime() >= days * day
}
