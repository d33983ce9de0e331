import { type Act, definitionOf } from '../../../contract/api/acts.ts'
import type { PolicyRule } from '../../../contract/control/policy.ts'
import { addDecimals, compareDecimals } from '../../../contract/money/decimal.ts'
import { day, minute } from './hand.ts'

/** What was tried, and by which of the person's sessions. */
export interface Attempt {
  act: Act
  /** The same for two requests that do the same to the same version of an object. */
  key: string
  sessionId: string | null
  organizationId?: string
  amount?: { currency: string; value: string }
  /** Earlier work, by whom it was done: one of the honest people, or this one person. */
  did?: Record<string, 'honest' | 'own'>
}

interface Grant {
  act: Act
  key: string
  sessionId: string | null
  at: number
  used: number
}

/**
 * Says whether a rule allows what one person has done, from what the test knows: which accounts are one person, and
 * which votes somebody else has given. It shares no code with the service.
 */
export function createOracle() {
  const done: { attempt: Attempt; at: number }[] = []
  const asked = new Map<string, Attempt & { isForOthers: boolean }>()
  const grants: Grant[] = []

  function applies({ when }: PolicyRule, { amount }: Attempt): boolean {
    if (!when || !amount) return true
    const [least, above] = [when.amount_at_least?.[amount.currency], when.amount_above?.[amount.currency]]
    const reaches = !when.amount_at_least || least === undefined || compareDecimals(amount.value, least) >= 0
    const exceeds = !when.amount_above || above === undefined || compareDecimals(amount.value, above) > 0
    return reaches && exceeds
  }

  /** Uses up a vote of somebody else. A secret may be read again, in the same session, for ten minutes. */
  function takeGrant({ act, key, sessionId }: Attempt, now: number): boolean {
    const { isRepeatable } = definitionOf(act)
    const grant = grants.find(
      (one) =>
        one.act === act &&
        one.key === key &&
        (isRepeatable
          ? one.sessionId === sessionId && now < one.at + 10 * minute
          : one.used === 0 && now < one.at + day),
    )
    if (grant) grant.used += 1
    return grant !== undefined
  }

  function isAboveLimit({ limit }: PolicyRule, attempt: Attempt, now: number): boolean {
    if (!limit) return false
    if (limit.per === 'organization' && !attempt.organizationId) return false
    const same = done.filter(
      (one) =>
        one.attempt.act === attempt.act &&
        one.at > now - day &&
        (limit.per === 'person' || one.attempt.organizationId === attempt.organizationId),
    )
    if (limit.times !== undefined && same.length + 1 > limit.times) return true
    const { amount } = attempt
    if (!limit.sums || !amount) return false
    const sum = same
      .filter((one) => one.attempt.amount?.currency === amount.currency)
      .reduce((total, one) => addDecimals(total, one.attempt.amount?.value ?? '0'), amount.value)
    return compareDecimals(sum, limit.sums[amount.currency] ?? '0') > 0
  }

  const rulesOn = (attempt: Attempt, rules: readonly PolicyRule[]) =>
    rules.filter((rule) => rule.act === attempt.act && applies(rule, attempt))

  const needsVotes = (attempt: Attempt, rules: readonly PolicyRule[]) =>
    rulesOn(attempt, rules).some(({ approvals = 0 }) => approvals > 0)

  return {
    needsVotes,

    /** Without a rule that asks for others, whoever made a key may approve what it asks for. */
    asked(approvalId: string, attempt: Attempt, rules: readonly PolicyRule[]): void {
      asked.set(approvalId, { ...attempt, isForOthers: needsVotes(attempt, rules) })
    },

    /** Whether other people must vote on this approval. */
    isForOthers: (approvalId: string): boolean => asked.get(approvalId)?.isForOthers === true,

    /** The approvals that this one person has asked for. */
    isOwn: (approvalId: string): boolean => asked.has(approvalId),

    granted(approvalId: string, now: number): void {
      const attempt = asked.get(approvalId)
      if (attempt) grants.push({ ...attempt, at: now, used: 0 })
    },

    /** Why what was done should not have been possible; undefined if it was allowed. */
    violation(attempt: Attempt, rules: readonly PolicyRule[], now: number): string | undefined {
      const own = rulesOn(attempt, rules)
      const separated = own.find(({ separate }) => separate && attempt.did?.[separate] === 'own')
      const limited = own.find((rule) => isAboveLimit(rule, attempt, now))
      const isGranted = !needsVotes(attempt, rules) || takeGrant(attempt, now)
      done.push({ attempt, at: now })
      if (separated) return `one person did what ${separated.separate} keeps apart`
      if (limited) return `one person went above ${JSON.stringify(limited.limit)}`
      if (!isGranted) return `one person did ${attempt.act} alone`
      return undefined
    },
  }
}
export type Oracle = ReturnType<typeof createOracle>
