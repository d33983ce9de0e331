import { Typography } from '@mui/material'
import { useLocale, useTranslate } from 'react-admin'
import type { DocumentsAgeingReport, KybAgeingReport } from '../../contract/work/reports.ts'
import { BarTable } from './bar-table.tsx'
import { workOf } from './rows-of.ts'

interface Age {
  days_from: number
  days_to: number | null
  from: string | null
  to: string
}

function useAgeText(): (age: Age) => string {
  const translate = useTranslate()
  return ({ days_from: from, days_to: to }) => {
    if (to === 0) return translate('kontor.reports.today')
    const key = to === null ? 'days_over' : 'days_between'
    return translate(`kontor.reports.${key}`, { from, to })
  }
}

export function DocumentAges({ report }: { report: DocumentsAgeingReport }) {
  return (
    <Ages
      label="documents"
      counted="waiting_documents"
      row="document_row"
      queue="documents"
      items={report.items.map(({ documents, ...age }) => ({ ...age, count: documents }))}
    />
  )
}

const queues = { new: 'new-organizations', in_review: 'kyb' } as const

export function KybAges({ report }: { report: KybAgeingReport }) {
  const translate = useTranslate()
  return (['in_review', 'new'] as const).map((status) => (
    <section key={status}>
      <Typography variant="subtitle1" component="h3" sx={{ mt: 1 }}>
        {translate(`kontor.kyb_status.${status}`)}
      </Typography>
      <Ages
        label="kyb"
        of={translate(`kontor.kyb_status.${status}`)}
        counted="waiting_organizations"
        row="organization_row"
        queue={queues[status]}
        items={report.items
          .filter(({ kyb_status }) => kyb_status === status)
          .map(({ organizations, ...age }) => ({ ...age, count: organizations }))}
      />
    </section>
  ))
}

function Ages({
  label,
  of,
  counted,
  row,
  queue,
  items,
}: {
  label: 'documents' | 'kyb'
  of?: string
  counted: string
  row: string
  queue: Parameters<typeof workOf>[0]
  items: readonly (Age & { count: number })[]
}) {
  const translate = useTranslate()
  const locale = useLocale()
  const ageText = useAgeText()
  const name = translate(`kontor.reports.${label}`)
  if (items.every(({ count }) => count === 0))
    return <Typography color="textSecondary">{translate('kontor.reports.nothing_waits')}</Typography>
  return (
    <BarTable
      label={of ? `${name}: ${of}` : name}
      columns={[translate('kontor.reports.age'), translate(`kontor.reports.${counted}`)]}
      rows={items.map((item) => {
        const text = ageText(item)
        const { count } = item
        return {
          key: text,
          label: text,
          value: count,
          link:
            count === 0
              ? undefined
              : {
                  to: workOf(queue, item),
                  name: translate(`kontor.reports.${row}`, { label: text, count }),
                },
          cells: [count.toLocaleString(locale)],
        }
      })}
    />
  )
}
