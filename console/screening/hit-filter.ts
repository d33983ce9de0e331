import { type HitStatus, hitStatuses } from '../../contract/screening.ts'

/** What the queue is restricted to; in the address of the page, so that a hit knows its neighbours. */
export interface HitFilter {
  status: HitStatus
  list?: string | undefined
  above_threshold?: boolean | undefined
}

export function readFilter(params: URLSearchParams): HitFilter {
  const list = params.get('list')
  const above = params.get('above_threshold')
  return {
    status: hitStatuses.find((one) => one === params.get('status')) ?? 'open',
    ...(list && { list }),
    ...((above === 'true' || above === 'false') && { above_threshold: above === 'true' }),
  }
}

/** The part of the address that keeps the filter; nothing for the usual one. */
export function filterText({ status, list, above_threshold }: HitFilter): string {
  const params = new URLSearchParams({
    ...(status !== 'open' && { status }),
    ...(list && { list }),
    ...(above_threshold !== undefined && { above_threshold: String(above_threshold) }),
  })
  return params.size > 0 ? `?${params}` : ''
}
