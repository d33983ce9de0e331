import type { ListName } from '../../contract/lists/all.ts'
import type { ViewResponse } from '../../contract/lists/views.ts'

const pages: Record<ListName, string> = {
  organizations: '/organizations',
  'purchase-requests': '/purchase-requests',
  documents: '/documents',
  payments: '/payments',
  transfers: '/transfers',
  credits: '/credits',
  'statement-lines': '/statement-lines',
  // Each organization has its own.
  addresses: '/organizations',
  approvals: '/approvals',
  administrators: '/administrators',
  hits: '/screening-hits',
  'audit-events': '/audit-events',
}

/** The part of an address that says what a list shows. The filter is named even if it is empty: react-admin keeps the last one otherwise. */
export function listSearch({ filters, sort }: Pick<ViewResponse, 'filters' | 'sort'>): string {
  const params = new URLSearchParams({
    filter: JSON.stringify(filters),
    ...(sort === 'created_at' && { oldest: 'true' }),
  })
  return `?${params}`
}

/** Where a view is shown. */
export function viewPlace(view: Pick<ViewResponse, 'list' | 'filters' | 'sort'>): string {
  // The page of credits shows what is open, unless it is told to show all.
  const filters = view.list === 'credits' ? { status: 'all', ...view.filters } : view.filters
  return pages[view.list] + listSearch({ ...view, filters })
}
