import { compareDecimals, decimalDifference } from '../../../../contract/decimal.ts'
import type { PurchaseRequestStatus } from '../../../../contract/purchase-request-rules.ts'
import type { StatementSuggestion, SuggestionReason } from '../../../../contract/statements.ts'

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
  foreign_payer: -20,
  takes_no_money: -10,
  other_currency: -40,
}
const against: readonly SuggestionReason[] = ['foreign_payer', 'takes_no_money', 'other_currency']
const certainFrom = 85
/** A second request this good makes the first one uncertain. */
const rivalFrom = 60
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
  const hasRival = (scored[1]?.score ?? 0) >= rivalFrom
  return scored.map(({ candidate, reasons, score }, index) => ({
    request_id: candidate.request_id,
    number: candidate.number,
    status: candidate.status,
    organization_id: candidate.organization_id,
    organization_name: candidate.organization_name,
    amount: proposedAmount(line, candidate),
    payment_id: candidate.payment_id,
    score: Math.min(score, 100),
    is_certain:
      index === 0 &&
      score >= certainFrom &&
      !hasRival &&
      !reasons.some((reason) => against.includes(reason)) &&
      (candidate.payment_id !== null || compareDecimals(line.amount, missingOf(candidate)) <= 0),
    reasons,
  }))
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
