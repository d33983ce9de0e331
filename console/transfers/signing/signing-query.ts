import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { readSigning } from '../../../contract/operations/control/signing.ts'
import type { SigningResponse } from '../../../contract/wallets/transfers.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'

/** Whether transactions are signed now, and which networks have a node. */
export function useSigning(): UseQueryResult<SigningResponse> {
  return useQuery({
    queryKey: ['signing'],
    queryFn: ({ signal }) => call(readSigning, { signal }),
    enabled: usePermission('wallets:read'),
    staleTime: 60_000,
  })
}

/** One while signing is stopped: somebody has to look at it. */
export function useStoppedCount(): number {
  return useSigning().data?.is_stopped ? 1 : 0
}
