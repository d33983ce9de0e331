import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../api/events.ts'

/** Which queries an event makes stale, by the first part of its type. */
const stale: Record<string, string[]> = {
  organization: ['organizations', 'overview', 'next-steps'],
  document: ['documents', 'organizations', 'overview', 'next-steps'],
  wallets: ['wallets', 'organizations', 'next-steps'],
  secret: ['wallets', 'secret-approvals'],
  secret_approval: ['secret-approvals'],
  purchase_request: ['purchase-requests', 'overview', 'next-steps'],
}

/** Reads anew what somebody else changed. Forms that are open keep what was typed: they read only when asked to. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    listenToEvents((hint) => {
      if (hint === 'reconnected') {
        void queryClient.invalidateQueries({ predicate: isLive })
        return
      }
      const [subject = ''] = hint.type.split('.')
      for (const key of [...(stale[subject] ?? []), 'audit-events']) {
        void queryClient.invalidateQueries({ queryKey: [key], predicate: isLive })
      }
    }, end.signal)
    return () => end.abort()
  }, [queryClient])
  return null
}

/** What is being edited must not change under the hands. */
function isLive({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] !== 'edited'
}
