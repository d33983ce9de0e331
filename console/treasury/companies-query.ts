import { useQuery } from '@tanstack/react-query'
import { listDeskCompanies } from '../../contract/operations/purchase-requests/papers.ts'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'

/** The companies of the desk; none while they are loading. */
export function useCompanies(): DeskCompanyResponse[] {
  const { data } = useQuery({
    queryKey: ['desk-companies', 'of acquisitions'],
    queryFn: async ({ signal }) => (await call(listDeskCompanies, { query: { limit: 200 }, signal })).items,
  })
  return data ?? []
}
