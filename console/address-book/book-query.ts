import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listAddresses } from '../../contract/operations/wallets/address-book.ts'
import type { BookAddressResponse } from '../../contract/wallets/address-book.ts'
import { call } from '../api/client.ts'

/** The address book of an organization: its current wallets, then the entries. */
export function useAddressBook(organizationId: string | null): UseQueryResult<BookAddressResponse[]> {
  return useQuery({
    queryKey: ['addresses', organizationId],
    queryFn: async ({ signal }) => {
      const params = { organization_id: organizationId ?? '' }
      return (await call(listAddresses, { params, signal })).items
    },
    enabled: organizationId !== null,
    // A waiting time ends without an event.
    refetchInterval: ({ state }) => (state.data?.some(({ is_usable }) => !is_usable) ? 60_000 : false),
  })
}
