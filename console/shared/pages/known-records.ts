import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { matchPath } from 'react-router-dom'
import { request } from '../../api/client.ts'
import type { Feature, Resource } from './feature.ts'
import { FeaturesContext } from './features-context.ts'

/** In milliseconds: going back and forth asks for nothing. */
const knownFor = 30_000

type Row = { id: unknown; version?: unknown }

/**
 * What the pane knows of a record before its page asks: the row itself, where rows are whole, and otherwise what was read
 * ahead. The page reads it all the same.
 */
export function useKnownRecords() {
  const queryClient = useQueryClient()
  const features = use(FeaturesContext)
  return {
    /** Until its page has read it, the row is the record. */
    know(place: string, row: Row): void {
      const found = recordAt(features, place)
      if (!found?.resource.hasWholeRows || found.id !== String(row.id)) return
      const queryKey = [found.name, 'getOne', found.id]
      const known = queryClient.getQueryData<Row>(queryKey)
      if (known !== undefined && !(Number(known.version) < Number(row.version))) return
      // As old as can be, so that it is read again at once.
      queryClient.setQueryData(queryKey, row, { updatedAt: 1 })
    },
    /** Reads what its page will show. */
    readAhead(place: string): void {
      const { name, resource, id } = recordAt(features, place) ?? {}
      const read = resource?.read
      if (!resource?.isReadAhead || !read || !id) return
      void queryClient.prefetchQuery({
        queryKey: [name, 'getOne', id],
        queryFn: ({ signal }) => request(read, { params: { [resource.param]: id }, signal }),
        staleTime: knownFor,
      })
    },
  }
}

function recordAt(
  features: readonly Feature[],
  place: string,
): { name: string; resource: Resource; id: string } | null {
  const { resource: name = '', id = '' } =
    matchPath('/:resource/:id/show/*', place.replace(/[?#].*/, ''))?.params ?? {}
  const resource = features.map(({ resources }) => resources?.[name]).find((one) => one !== undefined)
  return resource ? { name, resource, id } : null
}
