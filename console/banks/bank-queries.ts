import { useQuery } from '@tanstack/react-query'
import { readBank, readBankRegister } from '../../contract/operations/books/banks.ts'
import { call } from '../api/client.ts'

export function useBankRegister() {
  return useQuery({
    queryKey: ['banks', 'register'],
    queryFn: ({ signal }) => call(readBankRegister, { signal }),
    staleTime: 60_000,
  })
}

/** The bank of a BIK; nothing is asked while it is undefined. */
export function useBank(bik: string | undefined) {
  return useQuery({
    queryKey: ['banks', 'getOne', bik],
    queryFn: ({ signal }) => call(readBank, { params: { bik: String(bik) }, signal }),
    enabled: bik !== undefined,
    retry: false,
    staleTime: 60_000,
  })
}
