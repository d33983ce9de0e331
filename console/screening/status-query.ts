import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  readOrganizationScreening,
  readScreeningStatus,
} from '../../contract/operations/organizations/screening.ts'
import type {
  OrganizationScreeningResponse,
  ScreeningStatusResponse,
} from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'

const progressEveryMs = 2_000

/** The lists and how far parties are compared with them. Progress has no events, so it is asked for. */
export function useScreeningStatus(): UseQueryResult<ScreeningStatusResponse> {
  return useQuery({
    queryKey: ['screening', 'status'],
    queryFn: ({ signal }) => call(readScreeningStatus, { signal }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.importing.length > 0 || state.data.rescreening !== null)
        ? progressEveryMs
        : false,
  })
}

const pendingEveryMs = 3_000

/** What the lists say about an organization and its parties. */
export function useOrganizationScreening(id: string): UseQueryResult<OrganizationScreeningResponse> {
  return useQuery({
    queryKey: ['screening', 'organization', id],
    queryFn: ({ signal }) => call(readOrganizationScreening, { params: { organization_id: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? pendingEveryMs : false),
  })
}
