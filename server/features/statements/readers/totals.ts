import type { StatementWarning, StatementWarningCode } from '../../../../contract/books/statements.ts'
import { formatMoney } from './money.ts'

/** What a file states about lines, and what they give. */
export interface Totals {
  account: string
  currency: string
  opening: bigint | null
  closing: bigint | null
  statedReceived: bigint | null
  statedSent: bigint | null
  received: bigint
  sent: bigint
}

/**
 * Where lines do not give what the file states. An amount with a damaged digit still is an amount: only these sums can
 * tell. Where the turnovers prove the lines, balances that do not fit are a mistake of the bank (ADR 164).
 */
export function differencesOf(totals: Totals): StatementWarning[] {
  const { account, currency, opening, closing, statedReceived, statedSent, received, sent } = totals
  const found: StatementWarning[] = []
  const differ = (code: StatementWarningCode, stated: bigint, given: bigint) => {
    if (stated !== given)
      found.push({
        code,
        account,
        currency,
        stated: formatMoney(stated, currency),
        found: formatMoney(given, currency),
      })
  }
  const hasTurnovers = statedReceived !== null && statedSent !== null
  const hasBalances = opening !== null && closing !== null
  if (statedReceived !== null) differ('received_total', statedReceived, received)
  if (statedSent !== null) differ('sent_total', statedSent, sent)
  const isProven = hasTurnovers && found.length === 0
  if (hasBalances) differ(isProven ? 'balances' : 'closing_balance', closing, opening + received - sent)
  if (!hasTurnovers && !hasBalances)
    found.push({ code: 'totals_missing', account, currency, stated: null, found: null })
  return found
}

/** A balance that is not the one before it and what moved since. */
export function closingDiffers(
  account: string,
  currency: string,
  stated: bigint,
  found: bigint,
): StatementWarning {
  const [a, b] = [formatMoney(stated, currency), formatMoney(found, currency)]
  return { code: 'closing_balance', account, currency, stated: a, found: b }
}
