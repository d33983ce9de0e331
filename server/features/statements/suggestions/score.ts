import type {
  MatchDoubt,
  StatementSuggestion,
  SuggestionReason,
} from '../../../../contract/books/statements.ts'
import { compareDecimals, decimalDifference } from '../../../../contract/money/decimal.ts'
import type { PurchaseRequestStatus } from '../../../../contract/purchase-requests/purchase-request-rules.ts'

/** A request that a line may belong to, as the database found it. */
export interface Candidate {
  request_id: string
  number: string
  status: PurchaseRequestStatus
  organization_id: string
  organization_name: string | null
  organization_inn: string | null
  currency: string
  total_amount: string
  received_amount: string
  takes_money: boolean
  is_named: boolean | null
  /** Whether the purpose names an invoice about it. */
  is_invoiced: boolean
  payment_id: string | null
}

export interface OpenLine {
  payer_inn: string | null
  currency: string
  /** What is not matched yet. */
  amount: string
}

const weights: Readonly<Record<SuggestionReason, number>> = {
  invoice_number: 65,
  number: 60,
  short_number: 30,
  payer_inn: 25,
  missing_amount: 15,
  total_amount: 10,
  entered_by_hand: 25,
  refund: 40,
  refund_account: 35,
  refund_number: 25,
  foreign_payer: -20,
  takes_no_money: -10,
  other_currency: -40,
}
/** A second request this good makes the first one uncertain. The number and account of a refund say more than its amount. */
const rivalFrom = (reasons: readonly SuggestionReason[]) => (reasons.includes('refund') ? 100 : 60)
const shown = 5

/** The best candidates of a line, with the reasons for and against each. */
export function suggest(line: OpenLine, candidates: readonly Candidate[]): StatementSuggestion[] {
  const scored = candidates
    .map((candidate) => {
      const reasons = reasonsOf(line, candidate)
      return { candidate, reasons, score: reasons.reduce((sum, reason) => sum + weights[reason], 0) }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.candidate.number < b.candidate.number ? -1 : 1))
    .slice(0, shown)
  return scored.map(({ candidate, reasons, score }) => ({
    request_id: candidate.request_id,
    number: candidate.number,
    status: candidate.status,
    organization_id: candidate.organization_id,
    organization_name: candidate.organization_name,
    amount: proposedAmount(line, candidate),
    payment_id: candidate.payment_id,
    score: Math.min(score, 100),
    is_certain:
      doubtOf(
        reasons,
        scored.some((other) => other.candidate !== candidate && other.score >= rivalFrom(reasons)),
      ) === null,
    reasons,
  }))
}

export type RefundCandidate = Pick<
  StatementSuggestion,
  'request_id' | 'number' | 'status' | 'organization_id' | 'organization_name' | 'amount'
> & {
  /** Whether it went to the account of the line, and has the number of its order. */
  isAccount: boolean
  isNumber: boolean
}

/** The requests whose refund has the amount of a line that went out, each once, the best first. */
export function scoredRefunds(candidates: readonly RefundCandidate[]): StatementSuggestion[] {
  const scored = candidates
    .map(({ isAccount, isNumber, ...request }) => {
      const reasons: SuggestionReason[] = [
        'refund',
        ...(isAccount ? (['refund_account'] as const) : []),
        ...(isNumber ? (['refund_number'] as const) : []),
      ]
      return { request, reasons, score: reasons.reduce((sum, reason) => sum + weights[reason], 0) }
    })
    .sort((a, b) => b.score - a.score)
  const best = scored.filter(
    ({ request }, at) => scored.findIndex((one) => one.request.request_id === request.request_id) === at,
  )
  return best.slice(0, shown).map(({ request, reasons, score }) => ({
    ...request,
    payment_id: null,
    score,
    is_certain:
      doubtOf(
        reasons,
        best.some((other) => other.request !== request && other.score >= rivalFrom(reasons)),
      ) === null,
    reasons,
  }))
}

/** The one definition of what is certain: why a person has to look first, or null. */
function doubtOf(reasons: readonly SuggestionReason[], hasRival: boolean): MatchDoubt | null {
  const has = (...some: SuggestionReason[]) => some.some((reason) => reasons.includes(reason))
  if (has('refund')) {
    if (!reasons.includes('refund_account') || !reasons.includes('refund_number')) return 'refund'
    return hasRival ? 'other_request' : null
  }
  if (!has('invoice_number', 'number')) return 'number'
  if (!has('payer_inn')) return 'payer'
  if (has('other_currency')) return 'currency'
  if (!has('missing_amount', 'entered_by_hand')) return 'amount'
  if (has('takes_no_money')) return 'takes_no_money'
  return hasRival ? 'other_request' : null
}

/** What speaks against matching a line with this part of it, as it was suggested; null if it is certain. */
export function doubtAbout(
  suggestions: readonly StatementSuggestion[],
  asked: { request_id: string; amount: string },
): MatchDoubt | null {
  const found = suggestions.find(({ request_id }) => request_id === asked.request_id)
  if (!found) return 'number'
  const others = suggestions.filter((other) => other !== found)
  const doubt = doubtOf(
    found.reasons,
    others.some(({ score }) => score >= rivalFrom(found.reasons)),
  )
  return doubt ?? (compareDecimals(found.amount, asked.amount) === 0 ? null : 'amount')
}

function reasonsOf(line: OpenLine, candidate: Candidate): SuggestionReason[] {
  const reasons: SuggestionReason[] = []
  const isOwn = line.payer_inn !== null && line.payer_inn === candidate.organization_inn
  const isSameCurrency = line.currency === candidate.currency
  if (candidate.is_invoiced) reasons.push('invoice_number')
  if (candidate.is_named !== null) reasons.push(candidate.is_named ? 'number' : 'short_number')
  if (candidate.payment_id !== null) reasons.push('entered_by_hand')
  if (isOwn) reasons.push('payer_inn')
  if (isSameCurrency && compareDecimals(line.amount, missingOf(candidate)) === 0)
    reasons.push('missing_amount')
  else if (isSameCurrency && compareDecimals(line.amount, candidate.total_amount) === 0)
    reasons.push('total_amount')
  if (!isOwn && line.payer_inn !== null) reasons.push('foreign_payer')
  if (!candidate.takes_money && candidate.payment_id === null) reasons.push('takes_no_money')
  if (!isSameCurrency) reasons.push('other_currency')
  return reasons
}

/** What is missing of the total; nothing if more than that was received. */
function missingOf({ total_amount, received_amount }: Candidate): string {
  return compareDecimals(received_amount, total_amount) >= 0
    ? '0'
    : decimalDifference(total_amount, received_amount)
}

/** Not more than what is missing, unless nothing is. */
function proposedAmount(line: OpenLine, candidate: Candidate): string {
  const missing = missingOf(candidate)
  const isLess = compareDecimals(missing, '0') > 0 && compareDecimals(missing, line.amount) < 0
  return candidate.payment_id === null && isLess && candidate.currency === line.currency
    ? missing
    : line.amount
}
