import { useQuery } from '@tanstack/react-query'
import type { BankAccount } from '../../contract/books/close.ts'
import { listBankAccounts } from '../../contract/operations/books/close.ts'
import { call } from '../api/client.ts'

/** The own bank accounts that statements or the books know. */
export function useBankAccounts(): BankAccount[] {
  const { data } = useQuery({
    queryKey: ['close', 'bank-accounts'],
    queryFn: ({ signal }) => call(listBankAccounts, { signal }),
  })
  return data?.items ?? []
}

/** The lines of a bank account on a day, in the console. */
export function placeOfLines(
  { account, currency }: Pick<BankAccount, 'account' | 'currency'>,
  day: string,
): string {
  return `/statement-lines?filter=${encodeURIComponent(JSON.stringify({ account, currency, from: day, to: day }))}`
}
