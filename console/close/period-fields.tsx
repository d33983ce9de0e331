import { TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { endOfMonthBefore } from '../../contract/values/calendar.ts'
import { useBusinessDay } from '../shared/time/business-day.ts'

/** The days that a page shows, which are in its address: the month before unless others are. */
export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const today = useBusinessDay()
  const to = params.get('to') ?? endOfMonthBefore(today)
  const from = params.get('from') ?? `${to.slice(0, 7)}-01`
  const place = Object.fromEntries(params)
  const set = (changed: Record<string, string>) =>
    setParams({ ...place, from, to, ...changed }, { replace: true })
  return { from, to, place, set }
}

/** Both days, to choose others. */
export function PeriodFields({ from, to, set }: Pick<ReturnType<typeof usePeriod>, 'from' | 'to' | 'set'>) {
  const translate = useTranslate()
  return Object.entries({ from, to }).map(([name, value]) => (
    <TextField
      key={name}
      type="date"
      label={translate(`kontor.reconciliation.${name}`)}
      value={value}
      onChange={({ target }) => target.value && set({ [name]: target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  ))
}
