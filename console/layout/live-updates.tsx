import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { inboxChanged } from '../../contract/events/events.ts'
import { listenToEvents } from '../api/events.ts'
import { missedChanges } from '../api/missed-changes.ts'
import type { Feature } from '../shared/pages/feature.ts'
import { FeaturesContext } from '../shared/pages/features-context.ts'

/** The queries that an event invalidates, by the first part of their key. What is told to one person changes no object. */
function staleQueries(features: readonly Feature[], type: string): string[] {
  const [subject] = type.split('.')
  return features
    .flatMap(({ liveUpdates = {} }) => Object.entries(liveUpdates))
    .filter(([, subjects]) =>
      subjects === 'every event' ? type !== inboxChanged : subjects.some((one) => one === subject),
    )
    .map(([key]) => key)
}

/** Reloads what others have changed. Open forms keep their input and reload only on request. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const features = use(FeaturesContext)
  useEffect(() => {
    const end = new AbortController()
    const reloadWhatShows = (types: readonly string[]) => {
      const keys = new Set(types.flatMap((type) => staleQueries(features, type)))
      for (const key of keys) reload(queryClient, [key])
    }
    const catchUp = async (position: string) => {
      const missed = await missedChanges(position)
      if (end.signal.aborted) return
      if (missed === null) reload(queryClient, [])
      // The inbox is personal: its changes are not in the log.
      else reloadWhatShows([...missed.map(({ type }) => type), inboxChanged])
    }
    listenToEvents((told) => {
      if ('opened' in told) void catchUp(told.opened)
      else reloadWhatShows([told.type])
    }, end.signal)
    return () => end.abort()
  }, [queryClient, features])
  return null
}

/**
 * Loads live queries again. React Query does not begin anew while a query is loaded for the first time; what that brings may
 * have been read before the change, so such a query is loaded once more afterwards.
 */
function reload(queryClient: QueryClient, queryKey: readonly string[]): void {
  const firstLoads = queryClient
    .getQueryCache()
    .findAll({ queryKey, predicate: isLive, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  void queryClient.invalidateQueries({ queryKey, predicate: isLive })
  for (const { promise, queryKey } of firstLoads) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, again)
  }
}

/** A record that is being edited must not change while the user types. */
function isLive({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[1] !== 'edited'
}
