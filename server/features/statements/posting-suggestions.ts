import type { PostingSuggestion } from '../../../contract/books/line-postings.ts'
import { currencyOfAccount } from '../../../contract/money/account-currency.ts'
import { foldText } from '../../../contract/values/text-folding.ts'
import type { Db } from '../../platform/db/database.ts'
import { accountsOfStrangers } from '../papers/own-accounts.ts'
import { listRules } from './posting-rule-store.ts'
import type { Line } from './statement-store.ts'
import type { RuleRow } from './statement-tables.ts'

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
  const strangers = new Set(await accountsOfStrangers(db, others))
  const rules = (await listRules(db)).toSorted(longestFirst)
  return new Map(
    open.flatMap((line) => {
      const other = otherAccount(line)
      const isOwn = other !== null && other !== line.account && !strangers.has(other)
      const suggestion = isOwn ? ofTransfer(line, other) : ofRule(line, rules)
      return suggestion ? [[line.id, suggestion] as const] : []
    }),
  )
}

/** The account of the other side, if the bank names it. */
export function otherAccount({ direction, payer_account, receiver_account }: Line): string | null {
  return (direction === 'incoming' ? payer_account : receiver_account) || null
}

/** Between accounts in two currencies the bank exchanges. */
function ofTransfer({ currency }: Line, other: string): PostingSuggestion {
  const isExchange = (currencyOfAccount(other) ?? currency) !== currency
  return { account: isExchange ? 'exchange' : 'transit', text: null, hint: 'own_account', rule_id: null }
}

/** Of several rules the one that says the most, and of those the older. */
function longestFirst(a: RuleRow, b: RuleRow): number {
  return b.folded.length - a.folded.length || (a.id < b.id ? -1 : 1)
}

function ofRule({ direction, purpose }: Line, rules: readonly RuleRow[]): PostingSuggestion | undefined {
  const folded = foldText(purpose)
  const rule = rules.find(
    (rule) => (rule.direction === null || rule.direction === direction) && folded.includes(rule.folded),
  )
  return rule && { account: rule.account, text: rule.text, hint: 'rule', rule_id: rule.id }
}
