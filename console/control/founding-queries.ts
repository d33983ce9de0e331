import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { FoundingResponse } from '../../contract/control/founding.ts'
import { readFounding } from '../../contract/operations/control/founding.ts'
import { call } from '../api/client.ts'

export function useFounding(enabled = true): UseQueryResult<FoundingResponse> {
  return useQuery({
    queryKey: ['founding'],
    queryFn: ({ signal }) => call(readFounding, { signal }),
    enabled,
  })
}
