import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { listOrganizationPeople } from '../../contract/operations/organizations/organization-people.ts'
import type { OrganizationPersonResponse } from '../../contract/organizations/organization-people.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'

/** Everybody behind an organization, oldest first. */
export function usePeople(organizationId: string): UseQueryResult<OrganizationPersonResponse[]> {
  return useQuery({
    queryKey: ['people', organizationId],
    queryFn: ({ signal }) =>
      readAllByCursor((query) =>
        call(listOrganizationPeople, { params: { organization_id: organizationId }, query, signal }),
      ),
  })
}
