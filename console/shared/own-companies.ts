import { useQuery } from '@tanstack/react-query'
import type { DeskCompanyResponse } from '../../contract/desk-companies.ts'
import { listDeskCompanies } from '../../contract/operations/papers.ts'
import { call } from '../api/client.ts'
import { usePermission } from './use-permission.ts'

/** The companies of the desk that are organizations; none while they are not known. */
export function useOwnCompanies(): DeskCompanyResponse[] {
  const maySee = usePermission('requests:read')
  const { data } = useQuery({
    queryKey: ['desk-companies', 'own'],
    queryFn: async ({ signal }) => (await call(listDeskCompanies, { query: { limit: 200 }, signal })).items,
    enabled: maySee,
    staleTime: 60_000,
  })
  return data?.filter(({ organization_id }) => organization_id !== null) ?? []
}

/** The company of the desk that an organization is; undefined for a client. */
export function useOwnCompany(organizationId: string): DeskCompanyResponse | undefined {
  return useOwnCompanies().find(({ organization_id }) => organization_id === organizationId)
}
