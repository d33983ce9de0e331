import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { Static, TSchema } from 'typebox'
import type { Operation } from '../../contract/api/operation.ts'
import type { Permission } from '../../contract/api/roles.ts'
import * as operations from '../../contract/operations/work/reports.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { DocumentAges, KybAges } from './ages.tsx'
import { Funnel } from './funnel.tsx'
import { usePeriod, utcDay } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { Times } from './times.tsx'
import { useFormatDays } from './use-format-days.ts'
import { Volumes } from './volumes.tsx'

export default function ReportsPage() {
  const translate = useTranslate()
  const days = useFormatDays()
  const today = utcDay()
  const [period, setPeriod] = usePeriod(today)
  return (
    <Page title={translate('kontor.reports.title')}>
      <PeriodPicker period={period} today={today} onChange={setPeriod} />
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {days(period)} · {translate('kontor.reports.utc')}
      </Typography>
      <Report
        operation={operations.readVolumes}
        query={period}
        name="volumes"
        isEmpty={({ items }) => items.length === 0}
      >
        {(report) => <Volumes report={report} />}
      </Report>
      <Report
        operation={operations.readFunnel}
        query={period}
        name="funnel"
        isEmpty={({ items }) => items.every(({ requests }) => requests === 0)}
      >
        {(report) => <Funnel report={report} />}
      </Report>
      <Report
        operation={operations.readTimeInStatus}
        query={period}
        name="times"
        isEmpty={({ items }) => items.length === 0}
      >
        {(report) => <Times report={report} />}
      </Report>
      <Report operation={operations.readDocumentsAgeing} name="documents">
        {(report) => <DocumentAges report={report} />}
      </Report>
      <Report operation={operations.readKybAgeing} name="kyb">
        {(report) => <KybAges report={report} />}
      </Report>
    </Page>
  )
}

/** A report under its heading, if the administrator may read it. */
function Report<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>({
  operation,
  query = {},
  name,
  isEmpty = () => false,
  children,
}: {
  operation: Operation<P, Q, B, A>
  query?: Partial<Static<Q>>
  name: string
  isEmpty?: (report: Static<A>) => boolean
  children: (report: Static<A>) => ReactNode
}) {
  const translate = useTranslate()
  const isAllowed = usePermission(operation.access as Permission)
  const result = useQuery({
    queryKey: ['reports', operation.id, query],
    queryFn: ({ signal }) => call(operation, { query, signal }),
    enabled: isAllowed,
    // While another period is loaded, the figures stay where they are.
    placeholderData: (previous) => previous,
  })
  if (!isAllowed) return null
  return (
    <Section title={translate(`kontor.reports.${name}`)}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {translate(`kontor.reports.${name}_help`)}
      </Typography>
      <QueryState query={result}>
        {(report) =>
          isEmpty(report) ? (
            <Typography color="textSecondary">{translate('kontor.reports.empty')}</Typography>
          ) : (
            children(report)
          )
        }
      </QueryState>
    </Section>
  )
}
