import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listDeliveries,
  listPayments,
  listQuotes,
  listRefunds,
} from '../../../contract/operations/purchase-requests/deals.ts'
import type {
  DeliveryResponse,
  PaymentResponse,
  QuoteResponse,
  RefundResponse,
} from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { readAllByCursor } from '../../api/read-all.ts'

type Facts<T> = UseQueryResult<T[]>
type Request = Pick<PurchaseRequestResponse, 'id'>

/** Newest first, as the service lists all facts. */
export function useQuotes(request: Request): Facts<QuoteResponse> {
  return useFacts('quotes', request, (input) => call(listQuotes, input))
}

export function usePayments(request: Request): Facts<PaymentResponse> {
  return useFacts('payments', request, (input) => call(listPayments, input))
}

export function useRefunds(request: Request): Facts<RefundResponse> {
  return useFacts('refunds', request, (input) => call(listRefunds, input))
}

export function useDeliveries(request: Request): Facts<DeliveryResponse> {
  return useFacts('deliveries', request, (input) => call(listDeliveries, input))
}

interface ListInput {
  params: { request_id: string }
  query: { limit: number; cursor?: string }
  signal: AbortSignal
}

function useFacts<T>(
  name: string,
  { id }: Request,
  list: (input: ListInput) => Promise<{ items: T[]; next_cursor: string | null }>,
): Facts<T> {
  return useQuery({
    queryKey: ['purchase-requests', name, id],
    queryFn: ({ signal }) => readAllByCursor((query) => list({ params: { request_id: id }, query, signal })),
  })
}

/** Loads everything again that a fact of a request changes. */
export function useRefreshDeals(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const key of ['purchase-requests', 'payments', 'next-steps', 'overview', 'credits', 'balances']) {
      void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }
}
