import { useLocale, useTranslate } from 'react-admin'
import type { TimeInStatusReport } from '../../contract/work/reports.ts'
import { BarTable } from './bar-table.tsx'
import { requestsOf } from './rows-of.ts'
import { formatSpan } from './span.ts'

export function Times({ report }: { report: TimeInStatusReport }) {
  const translate = useTranslate()
  const locale = useLocale()
  const span = (seconds: number | null) =>
    seconds === null ? translate('kontor.reports.no_stays') : formatSpan(seconds, locale)
  const columns = ['median', 'worst_tenth', 'left', 'now'].map((name) => translate(`kontor.reports.${name}`))
  return (
    <BarTable
      label={translate('kontor.reports.times')}
      columns={[translate('kontor.reports.status'), ...columns]}
      rows={report.items.map(
        ({ status, stays, median_seconds, worst_tenth_seconds, requests_now: count }) => {
          const label = translate(`kontor.request_status.${status}`)
          const [median, worst] = [span(median_seconds), span(worst_tenth_seconds)]
          return {
            key: status,
            label,
            value: median_seconds ?? 0,
            extent: worst_tenth_seconds ?? undefined,
            link: {
              to: requestsOf({ status }),
              name: translate('kontor.reports.time_row', { label, count, median, worst }),
            },
            cells: [median, worst, stays.toLocaleString(locale), count.toLocaleString(locale)],
          }
        },
      )}
    />
  )
}
