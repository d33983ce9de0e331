import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PolicyResponse } from '../../../contract/control/policy.ts'
import { readPolicy } from '../../../contract/operations/control/policy.ts'
import { call } from '../../api/client.ts'

export function usePolicy(isWanted = true): UseQueryResult<PolicyResponse> {
  return useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => call(readPolicy, { signal }),
    enabled: isWanted,
  })
}
