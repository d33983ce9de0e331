import { dayAfter } from '../../../contract/values/calendar.ts'
import { Failure } from '../../platform/errors.ts'

export const firstDay = '2000-01-01'

/** The Bank of Russia sets rates for the next day, before holidays for the one after them. */
export function lastDay(today: string): string {
  return dayAfter(today, 7)
}

/**
 * A rate of a closed day stays. One may be added there only where none counted: nothing can have been computed with it.
 */
export function demandOpen(
  { currency, day, in_force }: { currency: string; day: string; in_force: boolean },
  closedThrough: string | null,
): void {
  if (closedThrough === null || day > closedThrough || !in_force) return
  const first = dayAfter(closedThrough)
  throw new Failure(
    'conflict',
    'rate_of_closed_day',
    `The books are closed up to ${closedThrough}, and a rate of ${currency} counts on ${day}. The first open day is ${first}.`,
    { currency, day, closed_through: closedThrough, first_open_day: first },
  )
}
