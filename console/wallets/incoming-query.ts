import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listIncomingPayments } from '../../contract/operations/wallets/chain-nodes.ts'
import type { IncomingPaymentListResponse } from '../../contract/wallets/chain-nodes.ts'
import { call } from '../api/client.ts'

export type IncomingOfWallet = IncomingPaymentListResponse['items'][number]

/** What nodes say was paid to the wallets of an organization. Nobody is asked where there is no node. */
export function useIncoming(
  organizationId: string,
  enabled: boolean,
): UseQueryResult<IncomingPaymentListResponse> {
  return useQuery({
    queryKey: ['incoming', organizationId],
    queryFn: ({ signal }) =>
      call(listIncomingPayments, { params: { organization_id: organizationId }, signal }),
    enabled,
    // The service asks a node again after half a minute.
    staleTime: 30_000,
  })
}
