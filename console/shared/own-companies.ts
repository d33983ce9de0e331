import { useQuery } from '@tanstack/react-query'
import type { DeskCompanyResponse } from '../../contract/desk-companies.ts'
import { listDeskCompanies } from '../../contract/operations/papers.ts'
import { call } from '../api/client.ts'
import { usePermission } from './use-permission.ts'

/** The company of the desk that an organization is; undefined for a client, and while it is not known. */
export function useOwnCompany(organizationId: string): DeskCompanyResponse | undefined {
  const maySee = usePermission('requests:read')
  const { data } = useQuery({
    queryKey: ['desk-companies', 'own'],
    queryFn: async ({ signal }) => (await call(listDeskCompanies, { query: { limit: 200 }, signal })).items,
    enabled: maySee,
    staleTime: 60_000,
  })
  return data?.find(({ organization_id }) => organization_id === organizationId)
}
