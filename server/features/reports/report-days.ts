import { fault } from '../../../contract/api/faults.ts'
import { ageBands, type ReportQuery } from '../../../contract/work/reports.ts'
import { Invalid } from '../../platform/errors.ts'

const dayMs = 24 * 3600 * 1000

/** The first day that a request can name. */
const firstDate = '1000-01-01'

/** The days of a report without `from`. */
const usualDays = 90

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs))
}

/** The days of a report about a time that has passed. */
export function periodOf({ from, to }: ReportQuery, now: Date): { from: string; to: string } {
  const last = to ?? dayOf(now)
  const usual = addDays(last, 1 - usualDays)
  const first = from ?? (usual < firstDate ? firstDate : usual)
  demandOrder(first, last)
  return { from: first, to: last }
}

/** The days of a report about what waits now: everything unless it is restricted. */
export function restrictionOf({ from, to }: ReportQuery, now: Date): { from: string | null; to: string } {
  const last = to ?? dayOf(now)
  if (from !== undefined) demandOrder(from, last)
  return { from: from ?? null, to: last }
}

function demandOrder(from: string, to: string): void {
  if (to < from) throw new Invalid([fault(['query', 'to'], 'days_reversed')])
}

export interface Age {
  days_from: number
  days_to: number | null
  from: string | null
  to: string
}

/** The bands of age as days of the calendar. What is later than today, by the clock of another node, is of today. */
export function agesOf(today: string): Age[] {
  return ageBands.map((days, index) => {
    const next = ageBands[index + 1]
    return {
      days_from: days,
      days_to: next === undefined ? null : next - 1,
      from: next === undefined ? null : addDays(today, 1 - next),
      to: addDays(today, -days),
    }
  })
}

export function isOfAge({ from, to, days_from }: Age, day: string): boolean {
  return (from === null || day >= from) && (day <= to || days_from === 0)
}
