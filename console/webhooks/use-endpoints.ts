import { useQuery } from '@tanstack/react-query'
import type { WebhookEndpointResponse } from '../../contract/events/webhooks.ts'
import { listWebhooks } from '../../contract/operations/events/webhooks.ts'
import { call } from '../api/client.ts'

/** The endpoints; none while they are loading. */
export function useEndpoints(): readonly WebhookEndpointResponse[] {
  const { data } = useQuery({
    queryKey: ['webhooks', 'all'],
    queryFn: ({ signal }) => call(listWebhooks, { query: { limit: 200 }, signal }),
    staleTime: 60_000,
  })
  return data?.items ?? []
}
