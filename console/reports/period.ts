import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

const dayMs = 24 * 3600 * 1000

export interface Period {
  from: string
  to: string
}

export const presets = [30, 90, 365] as const

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs)
}

/** Today for reports whose days are those of UTC. */
export function utcDay(): string {
  return dayOf(Date.now())
}

/** So many days until today. */
export function lastDays(days: number, today: string): Period {
  return { from: addDays(today, 1 - days), to: today }
}

const isDay = (text: string | null): text is string =>
  text !== null && /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The period in the URL, so that a link shows the same figures; 90 days without one. */
export function usePeriod(today: string): [Period, (change: (period: Period) => Period) => void] {
  const [params, setParams] = useSearchParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const isGiven = isDay(from) && isDay(to) && from <= to
  const period = isGiven ? { from, to } : lastDays(90, today)
  // The next choice may come before the page is drawn with this one.
  const chosen = useRef(period)
  useEffect(() => {
    chosen.current = { from: period.from, to: period.to }
  }, [period.from, period.to])
  return [
    period,
    (change) => {
      chosen.current = change(chosen.current)
      setParams({ ...chosen.current }, { replace: true })
    },
  ]
}

/** The Mondays of the weeks of a period. */
export function weeksOf({ from, to }: Period): string[] {
  const weekday = (new Date(from).getUTCDay() + 6) % 7
  const weeks: string[] = []
  for (let monday = addDays(from, -weekday); monday <= to; monday = addDays(monday, 7)) weeks.push(monday)
  return weeks
}
