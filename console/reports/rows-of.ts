/** Where the console lists the rows behind a figure. */

type Filter = Record<string, string | null | undefined>

function place(path: string, filter: Filter): string {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value != null))
  return `${path}?filter=${encodeURIComponent(JSON.stringify(given))}`
}

export function requestsOf(filter: Filter): string {
  return place('/purchase-requests', filter)
}

/** What waits since one of these days. */
export function workOf(
  queue: 'documents' | 'kyb' | 'new-organizations',
  { from, to }: { from: string | null; to: string },
): string {
  return place(`/work/${queue}`, { from, to })
}
