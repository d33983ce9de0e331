import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenToEvents } from '../api/events.ts'

/** The queries that an event invalidates, by the first part of its type. */
const stale: Record<string, string[]> = {
  organization: ['organizations', 'overview', 'next-steps'],
  document: ['documents', 'organizations', 'overview', 'next-steps'],
  wallets: ['wallets', 'organizations', 'next-steps'],
  secret: ['wallets', 'secret-approvals'],
  secret_approval: ['secret-approvals'],
  purchase_request: ['purchase-requests', 'overview', 'next-steps'],
}

/** Reloads what others have changed. Open forms keep their input and reload only on request. */
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

/** A record that is being edited must not change while the user types. */
function isLive({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] !== 'edited'
}
