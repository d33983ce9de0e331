import type { StatementWarning } from '../../../../contract/books/statements.ts'
import type { ReadAccount } from './statement.ts'
import { closingDiffers } from './totals.ts'

/** A file may have a statement for each day: together they are one of the account. */
export function merge(accounts: readonly ReadAccount[], next: ReadAccount): ReadAccount[] {
  const known = accounts.find(
    ({ account, currency }) => account === next.account && currency === next.currency,
  )
  if (!known) return [...accounts, next]
  const isEarlier = next.from !== null && known.from !== null && next.from < known.from
  const [first, last] = isEarlier ? [next, known] : [known, next]
  const merged: ReadAccount = {
    ...known,
    from: first.from,
    to: last.to,
    opening: first.opening,
    closing: last.closing,
    received: known.received + next.received,
    sent: known.sent + next.sent,
  }
  return accounts.map((account) => (account === known ? merged : account))
}

/**
 * Statements of a file that do not follow each other: each adds up, and all of them together do not. One is missing in
 * between, or is there twice.
 */
export function brokenChains(
  accounts: readonly ReadAccount[],
  found: readonly StatementWarning[],
): StatementWarning[] {
  return accounts.flatMap(({ account, currency, opening, closing, received, sent }): StatementWarning[] => {
    if (opening === null || closing === null || opening + received - sent === closing) return []
    if (found.some((warning) => warning.account === account && warning.currency === currency)) return []
    const given = opening + received - sent
    return [closingDiffers(account, currency, closing, given)]
  })
}
