import type { PostingSuggestion } from '../../../../contract/books/line-postings.ts'
import { foldText } from '../../../../contract/values/text-folding.ts'
import type { Db } from '../../../platform/db/database.ts'
import { currenciesOfOwn } from '../../papers/own-accounts.ts'
import type { Line } from '../lines/statement-store.ts'
import type { RuleRow } from '../lines/statement-tables.ts'
import { findOtherLines } from './other-lines.ts'
import { listRules } from './posting-rule-store.ts'

/**
 * What lines may be that are no money of a client, by their id. Like the requests that they may belong to, it is computed
 * whenever they are read, so that a rule counts at once.
 */
export async function suggestPostings(
  db: Db,
  lines: readonly Line[],
): Promise<Map<string, PostingSuggestion>> {
  const open = lines.filter(({ status }) => status === 'new' || status === 'set_aside')
  if (open.length === 0) return new Map()
  const others = [...new Set(open.flatMap((line) => otherAccount(line) ?? []))]
  const own = await currenciesOfOwn(db, others)
  const rules = (await listRules(db)).toSorted(longestFirst)
  const found = open.flatMap((line) => {
    const other = otherAccount(line)
    const currencies = other === null || other === line.account ? undefined : own.get(other)
    const suggestion = currencies ? ofTransfer(line, currencies) : ofRule(line, rules)
    return suggestion ? [{ line, suggestion }] : []
  })
  const exchanged = found.filter(({ suggestion }) => suggestion.account === 'exchange')
  const otherLines = await findOtherLines(
    db,
    exchanged.map(({ line }) => line),
  )
  return new Map(
    found.map(({ line, suggestion }) => [
      line.id,
      { ...suggestion, exchange_line_id: otherLines.get(line.id) ?? null },
    ]),
  )
}

type Suggestion = Omit<PostingSuggestion, 'exchange_line_id'>

/** The account of the other side, if the bank names it. */
export function otherAccount({ direction, payer_account, receiver_account }: Line): string | null {
  return (direction === 'incoming' ? payer_account : receiver_account) || null
}

/** The bank exchanges what goes to an account that does not hold the currency. */
function ofTransfer({ currency }: Line, currenciesOfOther: readonly string[]): Suggestion {
  const isExchange = !currenciesOfOther.includes(currency)
  return { account: isExchange ? 'exchange' : 'transit', text: null, hint: 'own_account', rule_id: null }
}

/** Of several rules the one that says the most, and of those the older. */
function longestFirst(a: RuleRow, b: RuleRow): number {
  return b.folded.length - a.folded.length || (a.id < b.id ? -1 : 1)
}

function ofRule({ direction, purpose }: Line, rules: readonly RuleRow[]): Suggestion | undefined {
  const folded = foldText(purpose)
  const rule = rules.find(
    (rule) => (rule.direction === null || rule.direction === direction) && folded.includes(rule.folded),
  )
  return rule && { account: rule.account, text: rule.text, hint: 'rule', rule_id: rule.id }
}
