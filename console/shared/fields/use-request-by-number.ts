import { useQuery } from '@tanstack/react-query'
import { KontorError } from '../../../client/src/errors.ts'
import { findPurchaseRequestByNumber } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { useDelayed } from '../time/use-delayed.ts'
import { requestNumberOf } from './request-number.ts'

/**
 * The request with the number that somebody types; the last digits are enough. Never that of a number typed before: Enter
 * takes the first option.
 */
export function useRequestByNumber(typed: string) {
  const number = requestNumberOf(typed, new Date().getFullYear())
  const asked = useDelayed(number, 200)
  const query = useQuery({
    queryKey: ['purchase-requests', 'by-number', asked],
    queryFn: async ({ signal }) => {
      try {
        return await call(findPurchaseRequestByNumber, { query: { number: asked ?? '' }, signal })
      } catch (error) {
        if (error instanceof KontorError && error.status === 404) return null
        throw error
      }
    },
    enabled: asked !== undefined,
  })
  return {
    number,
    request: number === asked ? query.data : undefined,
    isLoading: query.isFetching || number !== asked,
    error: query.error,
  }
}
