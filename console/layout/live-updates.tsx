import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { listenToEvents } from '../api/events.ts'
import type { Feature } from '../shared/feature.ts'
import { FeaturesContext } from '../shared/features-context.ts'

/** The queries that an event invalidates, by the first part of their key. */
function staleQueries(features: readonly Feature[], type: string): string[] {
  const [subject] = type.split('.')
  return features
    .flatMap(({ liveUpdates = {} }) => Object.entries(liveUpdates))
    .filter(([, subjects]) => subjects === 'every event' || subjects.some((one) => one === subject))
    .map(([key]) => key)
}

/** Reloads what others have changed. Open forms keep their input and reload only on request. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const features = use(FeaturesContext)
  useEffect(() => {
    const end = new AbortController()
    listenToEvents((hint) => {
      if (hint === 'reconnected') {
        void queryClient.invalidateQueries({ predicate: isLive })
        return
      }
      for (const key of staleQueries(features, hint.type)) {
        void queryClient.invalidateQueries({ queryKey: [key], predicate: isLive })
      }
    }, end.signal)
    return () => end.abort()
  }, [queryClient, features])
  return null
}

/** A record that is being edited must not change while the user types. */
function isLive({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] !== 'edited'
}
