import { useBankAccounts } from '../close/close-queries.ts'
import type { Choice } from '../views/declared-filters.tsx'

/** The own accounts and their currencies, to choose lines by. An account with an IBAN can hold several currencies. */
export function useAccountChoices(): { accounts: Choice[]; currencies: Choice[] } {
  const known = useBankAccounts()
  const choices = (values: readonly string[]) => [...new Set(values)].map((id) => ({ id, name: id }))
  return {
    accounts: choices(known.map(({ account }) => account)),
    currencies: choices(known.map(({ currency }) => currency).sort()),
  }
}
