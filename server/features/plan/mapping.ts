import type { PlanCommodity, PlanRule } from '../../../contract/books/plan.ts'
import { rateCurrency } from '../../../contract/books/rates.ts'
import { isCurrency } from '../../../contract/money/currencies.ts'

export type Mapping = (account: string, commodity: string) => string | undefined

/** The account of the plan for an account of the books; undefined if no rule fits. */
export function mappingOf(rules: readonly PlanRule[]): Mapping {
  const known = new Map(rules.map(({ pattern, commodity, account }) => [`${pattern} ${commodity}`, account]))
  return (account, commodity) => {
    const kind = kindOf(commodity)
    for (const pattern of patternsOf(account)) {
      const found = known.get(`${pattern} ${kind}`) ?? known.get(`${pattern} any`)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** The name itself, then each beginning of it, the longest first. */
function patternsOf(account: string): string[] {
  const parts = account.split(':')
  const beginnings = parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join(':')}:*`)
  return [account, ...beginnings.reverse()]
}

function kindOf(commodity: string): PlanCommodity {
  if (commodity === rateCurrency) return 'rouble'
  return isCurrency(commodity) ? 'foreign' : 'asset'
}
