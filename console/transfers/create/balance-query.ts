import { useQuery } from '@tanstack/react-query'
import { listWalletBalances } from '../../../contract/operations/wallets/chain-nodes.ts'
import type { WalletBalanceListResponse } from '../../../contract/wallets/chain-nodes.ts'
import { call } from '../../api/client.ts'
import { useSigning } from '../signing/signing-query.ts'

export type WalletBalance = WalletBalanceListResponse['items'][number]

/** What nodes say is on the wallets of an organization. Nobody is asked where there is no node. */
export function useBalances(organizationId: string | null): WalletBalance[] {
  const { data: signing } = useSigning()
  const { data } = useQuery({
    queryKey: ['balances', organizationId],
    queryFn: ({ signal }) =>
      call(listWalletBalances, { params: { organization_id: organizationId ?? '' }, signal }),
    enabled: organizationId !== null && Boolean(signing?.nodes.length),
    // The service asks a node again after half a minute.
    staleTime: 30_000,
  })
  return data?.items ?? []
}
