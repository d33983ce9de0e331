import { localMinute } from '../shared/time/local-minute.ts'

export const presets = ['today', 'week', 'month', 'quarter'] as const
export type Preset = (typeof presets)[number]

/** From the beginning of the period that a day is in until that day. A week begins on Monday. */
export function presetDays(preset: Preset, today: Date): { from: string; to: string } {
  const year = today.getFullYear()
  const month = today.getMonth()
  const day = today.getDate()
  const begins = {
    today: new Date(year, month, day),
    week: new Date(year, month, day - ((today.getDay() + 6) % 7)),
    month: new Date(year, month, 1),
    quarter: new Date(year, month - (month % 3), 1),
  }[preset]
  return { from: localMinute(begins).slice(0, 10), to: localMinute(today).slice(0, 10) }
}
