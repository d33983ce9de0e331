import { useFormatDate } from '../shared/time/time.tsx'

/** The days of a statement, as `1 Jan – 31 Jan`, or one day. */
export function usePeriod(): (days: { from: string | null; to: string | null }) => string {
  const date = useFormatDate()
  return ({ from, to }) => {
    const days = [...new Set([from, to])].filter((day) => day !== null)
    return days.map(date).join(' – ')
  }
}
