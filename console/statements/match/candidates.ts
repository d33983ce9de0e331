import type {
  StatementLineResponse,
  StatementSuggestion,
  SuggestionReason,
} from '../../../contract/books/statements.ts'
import { addDecimals, compareDecimals, decimalDifference, isZero } from '../../../contract/money/decimal.ts'
import { acceptsMoney } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'

/** A request that a line can be matched with: suggested by the service, or found by the person (without a score). */
export type Candidate = Omit<StatementSuggestion, 'score' | 'is_certain'> & { score: number | null }

type Line = Pick<StatementLineResponse, 'direction' | 'payer' | 'open_amount' | 'currency'>

/** What of a match is unusual, so that a person must confirm it. */
export type Deviation =
  | { code: 'foreign_payer'; payer: string }
  | { code: 'takes_no_money'; number: string }
  | { code: 'overpaid'; number: string; amount: string }
  | { code: 'rest_is_credit'; amount: string }

/** Reasons that speak against a request. */
export const doubts: readonly SuggestionReason[] = ['foreign_payer', 'takes_no_money', 'other_currency']

/** The total of a request less what it has received; null if nothing is missing. */
export function missingOf({ total_amount, payment }: PurchaseRequestResponse): string | null {
  if (!payment) return total_amount
  if (compareDecimals(payment.received_amount, total_amount) >= 0) return null
  return decimalDifference(total_amount, payment.received_amount)
}

/** A request that the person has found, with what speaks for it and against it. */
export function candidateOf(line: Line, request: PurchaseRequestResponse): Candidate {
  const { organization } = request
  const isIncoming = line.direction === 'incoming'
  const missing = missingOf(request)
  const isEqual = (amount: string | null) =>
    amount !== null && compareDecimals(amount, line.open_amount) === 0
  const facts: [SuggestionReason, boolean][] = [
    ['payer_inn', isIncoming && line.payer.inn === organization.inn],
    ['missing_amount', isIncoming && isEqual(missing)],
    ['total_amount', isIncoming && !isEqual(missing) && isEqual(request.total_amount)],
    ['foreign_payer', isIncoming && isForeign(line, organization.inn)],
    ['takes_no_money', isIncoming && !acceptsMoney(request)],
    ['other_currency', request.fiat_currency !== line.currency],
  ]
  return {
    request_id: request.id,
    number: request.number,
    status: request.status,
    organization_id: request.organization_id,
    organization_name: organization.short_name,
    amount: isIncoming ? proposedAmount(line, missing) : line.open_amount,
    payment_id: null,
    score: null,
    reasons: facts.filter(([, isTrue]) => isTrue).map(([reason]) => reason),
  }
}

/** As the service proposes it: not more than what is missing, unless nothing is. */
function proposedAmount({ open_amount }: Line, missing: string | null): string {
  return missing !== null && compareDecimals(missing, open_amount) < 0 ? missing : open_amount
}

/** A payer without an INN, such as a bank, is not known to be somebody else. */
function isForeign({ payer }: Pick<Line, 'payer'>, inn: string | null): boolean {
  return payer.inn !== null && inn !== null && payer.inn !== inn
}

/** What is unusual about this part of the line, other than what is left of the line. */
export function deviationsOf(
  line: Line,
  { amount, payment_id }: Pick<Candidate, 'amount' | 'payment_id'>,
  request: PurchaseRequestResponse,
): Deviation[] {
  if (line.direction === 'outgoing') return []
  const { number, organization } = request
  const payer = foreignPayer(line, organization.inn)
  if (!acceptsMoney(request)) return [...payer, { code: 'takes_no_money', number }]
  // A payment that was entered by hand is counted already.
  const over = payment_id === null ? overpaymentOf(amount, missingOf(request)) : null
  return over === null ? payer : [...payer, { code: 'overpaid', number, amount: over }]
}

export function foreignPayer(line: Pick<Line, 'payer'>, inn: string | null): Deviation[] {
  const { name, inn: payerInn } = line.payer
  return isForeign(line, inn) ? [{ code: 'foreign_payer', payer: name ?? payerInn ?? '' }] : []
}

function overpaymentOf(amount: string, missing: string | null): string | null {
  if (missing === null) return amount
  return compareDecimals(amount, missing) > 0 ? decimalDifference(amount, missing) : null
}

/** What the parts leave of the line, or by how much they exceed it. */
export function restOf({ open_amount }: Pick<Line, 'open_amount'>, amounts: readonly string[]) {
  const sum = amounts.reduce(addDecimals, '0')
  const amount = decimalDifference(open_amount, sum)
  return { amount, isOver: compareDecimals(sum, open_amount) > 0, isNothing: isZero(amount) }
}
