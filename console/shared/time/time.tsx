import { useLocale, useTranslate } from 'react-admin'
import { dateFormat, relativeFormat } from '../values/formats.ts'

/** A time in the format of the current language. */
export function useFormatTime({ withSeconds = false } = {}): (instant: string) => string {
  const locale = useLocale()
  const timeStyle = withSeconds ? 'medium' : 'short'
  const format = dateFormat(locale, { dateStyle: 'medium', timeStyle })
  return (instant) => format.format(new Date(instant))
}

/** A calendar day, without time zone. */
export function useFormatDate(): (date: string) => string {
  const locale = useLocale()
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (date) => format.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A relative time, with the exact time as tooltip and for screen readers. */
export function Ago({ at }: { at: string }) {
  const locale = useLocale()
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const seconds = (new Date(at).getTime() - Date.now()) / 1000
  const relative = relativeFormat(locale, { numeric: 'auto' })
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  const text =
    Math.abs(seconds) < 60
      ? translate('kontor.time.just_now')
      : relative.format(Math.round(seconds / size), unit)
  return (
    <time dateTime={at} title={formatTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </time>
  )
}

/** When money was booked. Banks say the day only, which is stored as its midnight in UTC. */
export function BookedAt({ at }: { at: string }) {
  const formatDate = useFormatDate()
  if (new Date(at).getTime() % 86_400_000 !== 0) return <Time at={at} />
  return <time dateTime={at.slice(0, 10)}>{formatDate(at)}</time>
}

export function Time({ at, withSeconds = false }: { at: string; withSeconds?: boolean }) {
  const formatTime = useFormatTime({ withSeconds })
  return <time dateTime={at}>{formatTime(at)}</time>
}
