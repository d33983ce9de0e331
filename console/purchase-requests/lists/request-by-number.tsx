import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { findPurchaseRequestByNumber } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { QueryState } from '../../shared/answers/query-state.tsx'
import { requestPlace } from './request-columns.tsx'

/** Leads from the number of a request, such as in an approval, to its page. */
export default function RequestByNumber() {
  const { number = '' } = useParams()
  const query = useQuery({
    queryKey: ['purchase-requests', 'by-number', number],
    queryFn: ({ signal }) => call(findPurchaseRequestByNumber, { query: { number }, signal }),
  })
  return <QueryState query={query}>{(request) => <Navigate to={requestPlace(request)} replace />}</QueryState>
}
