import { fromUnits } from '../../../../contract/money/commodities.ts'
import { currencyDecimals } from '../../../../contract/money/currencies.ts'
import type { PaperLanguage } from '../../../../contract/purchase-requests/papers.ts'
import type { ClientAccount, ClientMovement } from '../../books/client-account.ts'
import { nameOfPosting } from '../../books/posting-texts.ts'
import { amountInWords } from './amount-in-words.ts'
import { figures, longDate } from './figures.ts'
import type { ReconciledParty, ReconciliationContent, Sides } from './reconciliation-content.ts'
import { filled, reconciliationLabels } from './reconciliation-labels.ts'

export interface Reconciled {
  language: PaperLanguage
  from: string
  to: string
  madeAt: Date
  currency: string
  desk: ReconciledParty
  client: ReconciledParty
  contract: string | null
  account: ClientAccount
}

/** The act of these movements. Its turnovers are the sums of its documents, and its balances follow from each other. */
export function composeReconciliation(given: Reconciled): ReconciliationContent {
  const { account, language, from, to, currency, desk, client, contract } = given
  const money = (units: bigint) => withPlaces(fromUnits(units, currency), currencyDecimals(currency))
  const sides = (units: bigint): Sides => ({
    debit: units > 0n ? money(units) : '',
    credit: units < 0n ? money(-units) : '',
  })
  const turned = { debit: 0n, credit: 0n }
  for (const { amount } of account.movements)
    if (amount > 0n) turned.debit += amount
    else turned.credit -= amount
  const closing = account.opening + turned.debit - turned.credit
  return {
    paper: 'reconciliation',
    language,
    from,
    to,
    made_at: given.madeAt.toISOString(),
    currency,
    desk,
    client,
    contract,
    opening: sides(account.opening),
    documents: account.movements.map((movement) => ({
      day: movement.day,
      name: nameOf(movement, language),
      ...sides(movement.amount),
    })),
    turnover: { debit: money(turned.debit), credit: money(turned.credit) },
    closing: sides(closing),
    result: resultOf(given, closing, money(closing < 0n ? -closing : closing)),
  }
}

/** With all decimal places of the currency, however long the sum of a year is. */
function withPlaces(decimal: string, places: number): string {
  const [whole, fraction = ''] = decimal.split('.')
  return places === 0 ? (whole as string) : `${whole}.${fraction.padEnd(places, '0')}`
}

/** Nobody reads more in words than a million millions. */
function wordsOf(amount: string, currency: string, language: PaperLanguage): string {
  const [whole = ''] = amount.split('.')
  return whole.length > 12 ? '' : ` (${amountInWords(amount, currency, language)})`
}

/** What has no words of its own says what was written with it. */
function nameOf({ kind, description }: ClientMovement, language: PaperLanguage): string {
  const named = nameOfPosting({ kind, description }, language)
  if (named) return named.text
  const { kinds } = reconciliationLabels[language]
  return `${kinds[kind] ?? kinds.other}, ${description}`
}

function resultOf(
  { language, to, currency, desk, client }: Reconciled,
  closing: bigint,
  amount: string,
): string {
  const label = reconciliationLabels[language]
  const text = closing === 0n ? label.nobody : closing > 0n ? label.client_owes : label.desk_owes
  return filled(text, {
    day: longDate(to, language),
    desk: desk.full_name,
    client: client.full_name,
    amount: `${figures(amount, language)}\u00a0${currency}${wordsOf(amount, currency, language)}`,
  })
}
