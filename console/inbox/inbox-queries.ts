import { useQuery } from '@tanstack/react-query'
import { readInbox } from '../../contract/operations/work/inbox.ts'
import { call } from '../api/client.ts'

/** How many notices are unread. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: ({ signal }) => call(readInbox, { query: { limit: 1, unread: true }, signal }),
  })
  return data?.unread ?? 0
}
