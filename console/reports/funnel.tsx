import { Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { FunnelReport } from '../../contract/work/reports.ts'
import { BarTable } from './bar-table.tsx'
import { requestsOf } from './rows-of.ts'

export function Funnel({ report: { from, to, items, ended } }: { report: FunnelReport }) {
  const translate = useTranslate()
  const locale = useLocale()
  const all = items[0]?.requests ?? 0
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const figure = (label: string, requests: number, filter: Record<string, string>) => ({
    key: label,
    label,
    value: requests,
    link:
      requests === 0
        ? undefined
        : {
            to: requestsOf({ ...filter, from, to }),
            name: translate('kontor.reports.row', { label, count: requests }),
          },
    cells: [requests.toLocaleString(locale), all === 0 ? '–' : percent.format(requests / all)],
  })
  const last = ['requests', 'share'].map((name) => translate(`kontor.reports.${name}`))
  return (
    <>
      <BarTable
        label={translate('kontor.reports.funnel')}
        columns={[translate('kontor.reports.stage'), ...last]}
        rows={items.map(({ stage, requests }) =>
          figure(
            translate(`kontor.reports.stages.${stage}`),
            requests,
            stage === 'requested' ? {} : { reached: stage },
          ),
        )}
      />
      <Typography variant="subtitle1" component="h3" sx={{ mt: 2 }}>
        {translate('kontor.reports.ended')}
      </Typography>
      <BarTable
        label={translate('kontor.reports.ended')}
        columns={[translate('kontor.reports.status'), ...last]}
        rows={ended.map(({ status, requests }) =>
          figure(translate(`kontor.request_status.${status}`), requests, { status }),
        )}
      />
    </>
  )
}
