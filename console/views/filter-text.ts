import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { readOrganization } from '../../contract/operations/organizations/organizations.ts'
import { readPurchaseRequest } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { nameOf } from '../shared/names/organization-names.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { daysOfTimes } from './days-text.ts'
import type { Filter } from './declared-filters.tsx'
import type { Filters } from './list-place.ts'

/** What a filter is set to, in words; undefined if it is not set. */
export function useFilterText(
  filters: readonly Filter[],
  values: Filters,
): (filter: Filter) => string | undefined {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const asked = (kind: Filter['kind']) => {
    const filter = filters.find((one) => one.kind === kind)
    return (filter && values[filter.name]) || null
  }
  const organizationId = asked('organization')
  const organization = useQuery({
    queryKey: ['organizations', 'getOne', organizationId],
    queryFn: ({ signal }) =>
      call(readOrganization, { params: { organization_id: organizationId ?? '' }, signal }),
    enabled: organizationId !== null,
  })
  const requestId = asked('request')
  const request = useQuery({
    queryKey: ['purchase-requests', 'getOne', requestId],
    queryFn: ({ signal }) => call(readPurchaseRequest, { params: { request_id: requestId ?? '' }, signal }),
    enabled: requestId !== null,
  })
  return (filter) => {
    const value = values[filter.name]
    switch (filter.kind) {
      case 'choice':
        // A view of others may name somebody whose name is not loaded yet.
        return value && (filter.choices.find(({ id }) => id === value)?.name ?? '…')
      case 'organization':
        return value && (organization.data ? nameOf(organization.data) : '…')
      case 'request':
        return value && (request.data?.number ?? '…')
      case 'days': {
        const set = { from: values.from, to: values.to }
        const { from, to } = filter.areTimes ? daysOfTimes(set) : set
        if (!from && !to) return undefined
        if (from === to && from) return formatDate(from)
        const since = from && translate('kontor.list_filters.since', { day: formatDate(from) })
        const until = to && translate('kontor.list_filters.until', { day: formatDate(to) })
        return [since, until].filter(Boolean).join(' ')
      }
    }
  }
}
