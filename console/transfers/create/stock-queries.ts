import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listDeliverySources, readDeliveryProgress } from '../../../contract/operations/wallets/transfers.ts'
import type {
  DeliveryProgressResponse,
  DeliverySourcesResponse,
} from '../../../contract/wallets/transfers.ts'
import { call } from '../../api/client.ts'

/** What is being sent for a request from wallets of the desk. */
export function useDeliveryProgress(requestId: string): UseQueryResult<DeliveryProgressResponse> {
  return useQuery({
    queryKey: ['transfers', 'on the way', requestId],
    queryFn: ({ signal }) => call(readDeliveryProgress, { params: { request_id: requestId }, signal }),
  })
}

/** The wallets of the desk that can deliver a request, the best one first. */
export function useDeliverySources(requestId: string | null): UseQueryResult<DeliverySourcesResponse> {
  return useQuery({
    queryKey: ['transfers', 'sources', requestId],
    queryFn: ({ signal }) => call(listDeliverySources, { params: { request_id: requestId ?? '' }, signal }),
    enabled: requestId !== null,
  })
}
