import type { Act } from '../../../../contract/acts.ts'
import { addDecimals, compareDecimals } from '../../../../contract/decimal.ts'
import type { PolicyPreviewResponse, PolicyRule } from '../../../../contract/policy.ts'
import type { DoneAct } from '../acts/act-store.ts'
import { separationOf } from '../acts/separation.ts'
import type { Person } from '../people/people.ts'
import { neededBy, type Rules, rulesFor } from './rules.ts'

type Row = PolicyPreviewResponse['acts'][number]

const day = 24 * 3_600_000

/** Tries rules on acts that were done, oldest first, with the people of today. */
export function previewOf(done: readonly DoneAct[], rules: Rules, people: readonly Person[]): Row[] {
  const rows = new Map<Act, Row>()
  const before: DoneAct[] = []
  for (const one of done) {
    const row = rows.get(one.act) ?? { act: one.act, total: 0, approvals: 0, separated: 0, limited: 0 }
    rows.set(one.act, row)
    row.total += 1
    const own = rulesFor(rules, one.act, amountOf(one))
    if (neededBy(own).length > 0) row.approvals += 1
    if (separationOf(own, one.did, one.administrator_id, people)) row.separated += 1
    if (own.some((rule) => isLimited(rule, one, before))) row.limited += 1
    before.push(one)
  }
  return [...rows.values()].sort((a, b) => b.total - a.total)
}

function amountOf({ currency, amount }: DoneAct) {
  return currency !== null && amount !== null ? { currency, value: amount } : undefined
}

function isLimited({ limit }: PolicyRule, one: DoneAct, before: readonly DoneAct[]): boolean {
  if (!limit) return false
  const column = limit.per === 'person' ? 'administrator_id' : 'organization_id'
  if (one[column] === null) return false
  const since = one.at.getTime() - day
  const same = before.filter(
    (other) => other.act === one.act && other[column] === one[column] && other.at.getTime() > since,
  )
  if (limit.times !== undefined && same.length >= limit.times) return true
  const amount = amountOf(one)
  if (!limit.sums || !amount) return false
  const sum = same
    .filter(({ currency }) => currency === amount.currency)
    .reduce((total, { amount: value }) => addDecimals(total, value ?? '0'), amount.value)
  return compareDecimals(sum, limit.sums[amount.currency] ?? '0') > 0
}
