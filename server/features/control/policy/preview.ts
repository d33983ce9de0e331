import type { Act } from '../../../../contract/api/acts.ts'
import type { PolicyPreviewResponse, PolicyRule } from '../../../../contract/control/policy.ts'
import { isJudgedBy } from '../../../../contract/control/policy-rules.ts'
import { addDecimals, compareDecimals } from '../../../../contract/money/decimal.ts'
import type { Amount } from '../../../platform/authorization/amount.ts'
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
    const own = rulesFor(rules, one.act, amountOf(one), one.removed ?? undefined)
    if (neededBy(own).length > 0) row.approvals += 1
    if (separationOf(own, one.did, one.administrator_id, people)) row.separated += 1
    if (own.some((rule) => isLimited(rule, one, before))) row.limited += 1
    before.push(one)
  }
  return [...rows.values()].sort((a, b) => b.total - a.total)
}

/** What goes along was allowed when it was done. */
function amountOf({ currency, amount, amounts }: DoneAct): Amount[] | undefined {
  if (currency === null || amount === null) return undefined
  return Object.entries(amounts ?? { [currency]: amount }).map(([code, value]) => ({
    currency: code,
    value,
    ...(code !== currency && { unnamedUpTo: value }),
  }))
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
  const { sums, per } = limit
  if (!sums) return false
  const isAbove = ({ currency }: Amount) => {
    const moved = (act: DoneAct) =>
      amountOf(act)?.find((amount) => amount.currency === currency)?.value ?? '0'
    const counted = (act: DoneAct) => act.already?.[per][currency] ?? '0'
    const all = [one, ...same]
    const most = all.reduce((total, act) => addDecimals(total, counted(act)), sums[currency] ?? '0')
    return (
      compareDecimals(
        all.reduce((total, act) => addDecimals(total, moved(act)), '0'),
        most,
      ) > 0
    )
  }
  return (amountOf(one) ?? []).some((amount) => isJudgedBy(sums, amount) && isAbove(amount))
}
