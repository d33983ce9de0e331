import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { creditList } from '../../contract/lists/credits.ts'
import { isZero } from '../../contract/money/decimal.ts'
import { listPurchaseRequests } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import type { CreditResponse } from '../../contract/purchase-requests/deals.ts'
import { takesMoney } from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { readAll, readAllByCursor } from '../api/read-all.ts'

/** The badge shows at most this many. */
const counted = 100

export function useOpenCreditCount(): number {
  const { data } = useQuery({
    queryKey: ['credits', 'count'],
    queryFn: ({ signal }) => call(creditList.read, { query: { status: 'open', limit: counted }, signal }),
  })
  return data?.items.length ?? 0
}

export function useOpenCreditsOf(organization_id: string): UseQueryResult<CreditResponse[]> {
  return useQuery({
    queryKey: ['credits', 'of', organization_id],
    queryFn: ({ signal }) =>
      readAllByCursor((page) =>
        call(creditList.read, { query: { organization_id, status: 'open', ...page }, signal }),
      ),
  })
}

/** Requests that the money of a credit can go to; those that wait for money come first. */
export function useRequestsFor(credit: CreditResponse): UseQueryResult<PurchaseRequestResponse[]> {
  const { organization_id, currency } = credit
  return useQuery({
    queryKey: ['purchase-requests', 'that-take-money', organization_id, currency],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        takesMoney.map((status) =>
          readAll((page) =>
            call(listPurchaseRequests, { query: { organization_id, status, ...page }, signal }),
          ),
        ),
      )
      const fitting = lists.flat().filter(({ fiat_currency }) => fiat_currency === currency)
      return fitting.toSorted((a, b) => Number(isPaid(a)) - Number(isPaid(b)))
    },
  })
}

function isPaid({ totals }: PurchaseRequestResponse): boolean {
  return isZero(totals.outstanding_amount)
}
