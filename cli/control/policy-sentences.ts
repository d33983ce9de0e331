import { type Act, definitionOf, type Separation } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'

const separated: Record<Separation, string> = {
  created: 'not by the person who created it',
  uploaded: 'not by the person who uploaded it',
  took_into_review: 'not by the person who took it into review',
}

/** A rule in one sentence. */
export function ruleSentence(rule: PolicyRule): string {
  const asked = [...approvals(rule), ...freshness(rule), ...limit(rule)]
  if (rule.separate) asked.push(separated[rule.separate])
  if (rule.reason === 'required') asked.push('with a reason')
  if (rule.payer === 'known') asked.push('only if every payer is known or accepted')
  if (rule.paid_by === 'statement') asked.push('only for payments that are on a bank statement')
  return `${actName(rule.act)}${condition(rule)}: ${asked.join('; ') || 'as without a rule'}.`
}

export function actName(act: Act): string {
  const { meaning } = definitionOf(act)
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`
}

function approvals({ approvals = 0, from = [] }: PolicyRule): string[] {
  if (approvals === 0) return []
  return [`${approvals} other ${approvals === 1 ? 'person' : 'people'} (${list(from, 'or')}) must approve`]
}

function freshness({ fresh }: PolicyRule): string[] {
  const age = fresh?.max_age === undefined ? [] : [`signed in at most ${duration(fresh.max_age)} ago`]
  return [...age, ...(fresh?.passkey ? ['signed in with a passkey'] : [])]
}

function limit({ limit }: PolicyRule): string[] {
  if (!limit) return []
  const most = [
    ...(limit.times === undefined ? [] : [`${limit.times} times`]),
    ...(limit.sums ? [`${amounts(limit.sums)}, nothing in other currencies`] : []),
  ]
  return [`at most ${most.join(' and ')} in 24 hours for each ${limit.per}`]
}

/** A currency that is not named is above every amount. */
function condition({ when }: PolicyRule): string {
  const parts = [
    ...(when?.amount_at_least ? [`of at least ${amounts(when.amount_at_least)}`] : []),
    ...(when?.amount_above ? [`above ${amounts(when.amount_above)}`] : []),
  ]
  const removal =
    when?.removes_at_least === undefined ? '' : `, if it removes ${when.removes_at_least} entries or more`
  return parts.length === 0
    ? removal
    : `, for amounts ${parts.join(' and ')}, or in another currency${removal}`
}

function amounts(given: Readonly<Record<string, string>>): string {
  return list(
    Object.entries(given).map(([currency, amount]) => `${amount} ${currency}`),
    'or',
  )
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`
  if (seconds % 60 === 0) return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
  return `${seconds} seconds`
}

function list(items: readonly string[], word: string): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}
