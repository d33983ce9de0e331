import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { readPartyRegister } from '../../contract/operations/organizations/party-register.ts'
import type { PartyRegisterResponse } from '../../contract/organizations/party-register.ts'
import { call } from '../api/client.ts'

const progressEveryMs = 1_500
const otherwiseMs = 60_000

/** What the register contains. Progress has no events, so it is asked for. */
export function usePartyRegister(): UseQueryResult<PartyRegisterResponse> {
  return useQuery({
    queryKey: ['party-register'],
    queryFn: ({ signal }) => call(readPartyRegister, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.latest?.status === 'running' ? progressEveryMs : otherwiseMs,
  })
}
