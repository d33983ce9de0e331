import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Operation } from '../../contract/api/operation.ts'
import { queueOperations } from '../../contract/operations/work/queues.ts'
import { readWork } from '../../contract/operations/work/work.ts'
import type { QueueName, WorkListResponse, WorkQuery, WorkResponse } from '../../contract/work/work.ts'
import { call, request } from '../api/client.ts'

/** How much waits. Work becomes overdue without an event, so it is read again every minute. */
export function useWork(): UseQueryResult<WorkResponse> {
  return useQuery({
    queryKey: ['work', 'states'],
    queryFn: ({ signal }) => call(readWork, { signal }),
    refetchInterval: 60_000,
  })
}

/** What is overdue in the queues in which the current administrator may act. */
export function useOverdueCount(): number {
  const { data } = useWork()
  return (data?.items ?? []).reduce((sum, { may_act, overdue }) => sum + (may_act ? overdue : 0), 0)
}

export function listQueue(
  queue: QueueName,
  query: Partial<WorkQuery>,
  signal?: AbortSignal,
): Promise<WorkListResponse> {
  const operation = queueOperations[queue] as unknown as Operation
  return request<WorkListResponse>(operation, { query, ...(signal && { signal }) })
}
