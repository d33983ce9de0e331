import type { QueryClient } from '@tanstack/react-query'
import type { DataProvider } from 'react-admin'
import { matchPath } from 'react-router-dom'
import type { Permission } from '../../contract/api/roles.ts'
import { rowsOf } from '../shared/lists/rows-query.ts'
import type { Feature, FeaturePage } from '../shared/pages/feature.ts'
import { readListState } from './list-place.ts'

/** Begins to load the page at a place, before it is known whether it may be shown. */
export function loadPageAhead(features: readonly Feature[], place: string): void {
  pageAt(features, place.replace(/[?#].*/, ''))?.loadAhead?.()
}

function pageAt(features: readonly Feature[], path: string): FeaturePage | undefined {
  for (const { dashboard, resources = {}, routes = {} } of features) {
    if (path === '/' && dashboard) return dashboard
    const [, found] = Object.entries(routes).find(([route]) => matchPath(route, path)) ?? []
    if (found) return found
    for (const [name, { pages }] of Object.entries(resources)) {
      if (path === `/${name}`) return pages.list
      if (matchPath(`/${name}/:id/show/*`, path)) return pages.show
    }
  }
  return undefined
}

/** Asks for the first rows of the list at a place, while what is around them is still drawn. */
export function readRowsAhead(
  {
    features,
    queryClient,
    dataProvider,
  }: { features: readonly Feature[]; queryClient: QueryClient; dataProvider: DataProvider },
  { pathname, search }: { pathname: string; search: string },
  permissions: readonly Permission[],
): void {
  const name = pathname.slice(1)
  const resource = features.map(({ resources }) => resources?.[name]).find((one) => one !== undefined)
  if (!resource?.hasRowsAhead || !permissions.includes(resource.list.access as Permission)) return
  const { filters, sort } = readListState(search, {})
  void queryClient.prefetchInfiniteQuery(rowsOf(dataProvider, name, { ...filters, ...(sort && { sort }) }))
}
