import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type {
  ScreeningListResponse,
  ScreeningStatusResponse,
} from '../../contract/organizations/screening.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Records } from '../shared/lists/records.tsx'
import { useAdministratorNames } from '../shared/names/administrator-names.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago, useFormatTime } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ScreeningNotice } from './screening-notice.tsx'
import { useScreeningStatus } from './status-query.ts'

/** The sanctions lists that Kontor keeps. Owners import them; everybody reads. */
export default function ListsPage() {
  const translate = useTranslate()
  const query = useScreeningStatus()
  const mayImport = usePermission('desk:manage')
  const [isImporting, setImporting] = useState(false)
  const importButton = mayImport && (
    <Button variant="contained" onClick={() => setImporting(true)}>
      {translate('kontor.screening.import')}
    </Button>
  )
  return (
    <Page
      title={translate('kontor.screening.lists')}
      actions={
        <>
          <Button component={Link} to="/screening-hits" variant="outlined">
            {translate('kontor.screening.hits')}
          </Button>
          {importButton}
        </>
      }
    >
      <ScreeningNotice />
      <QueryState query={query}>
        {(status) => <Lists status={status} importButton={importButton} />}
      </QueryState>
      {isImporting && <ImportDialog known={query.data?.lists ?? []} onClose={() => setImporting(false)} />}
    </Page>
  )
}

function Lists({ status, importButton }: { status: ScreeningStatusResponse; importButton: React.ReactNode }) {
  const translate = useTranslate()
  const locale = useLocale()
  const rolesWith = useRolesWith()
  const columns = useColumns()
  const days = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  })
  const text = (name: string, values = {}) => translate(`kontor.screening.${name}`, values)
  return (
    <>
      <Section title={text('lists_kept')}>
        {status.lists.length === 0 ? (
          <EmptyState
            title={text('no_lists')}
            help={
              importButton
                ? text('no_lists_help')
                : text('import_by_role', { roles: rolesWith('desk:manage') })
            }
          >
            {importButton}
          </EmptyState>
        ) : (
          <Records
            label={text('lists_kept')}
            rows={status.lists.map((list) => ({ ...list, id: list.name }))}
            columns={columns}
          />
        )}
        {status.importing.map(({ list, phase, entries, started_at }) => (
          <Typography key={list} role="status" sx={{ mt: 1 }}>
            {list}:{' '}
            {translate(`kontor.import_phase.${phase}`, { entries: entries.toLocaleString(locale), _: phase })}{' '}
            (
            <Ago at={started_at} />)
          </Typography>
        ))}
      </Section>
      <Section title={text('state')}>
        <Details>
          <Detail label={text(status.state === 'not_screened' ? 'parties_waiting' : 'parties')}>
            {status.parties.toLocaleString(locale)}
          </Detail>
          <Detail label={text('open_hits')}>{status.open_hits.toLocaleString(locale)}</Detail>
          <Detail label={text('blocking_hits')}>{status.blocking_hits.toLocaleString(locale)}</Detail>
          <Detail label={text('generation')}>{status.generation}</Detail>
          <Detail label={text('max_age')} wide>
            {days.format(status.max_age_seconds / 86_400)}
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {text('max_age_help')}
            </Typography>
          </Detail>
        </Details>
      </Section>
    </>
  )
}

function useColumns(): Column<ScreeningListResponse & { id: string }>[] {
  const translate = useTranslate()
  const locale = useLocale()
  const time = useFormatTime()
  const names = useAdministratorNames()
  const label = (name: string) => translate(`kontor.screening.list_columns.${name}`)
  return [
    { key: 'name', label: label('name'), render: ({ name }) => <b>{name}</b> },
    { key: 'kind', label: label('kind'), render: ({ kind }) => translate(`kontor.list_kind.${kind}`) },
    {
      key: 'format',
      label: label('format'),
      render: ({ format }) => translate(`kontor.list_format.${format}`, { _: format }),
    },
    {
      key: 'entries',
      label: label('entries'),
      align: 'right',
      render: ({ entries }) => entries.toLocaleString(locale),
    },
    { key: 'published', label: label('published'), render: ({ published_at }) => <Ago at={published_at} /> },
    { key: 'checked', label: label('checked'), render: ({ checked_at }) => <Ago at={checked_at} /> },
    {
      key: 'state',
      label: label('state'),
      render: ({ is_stale, stale_at }) => (
        <>
          <StatusChip kind="list_state" status={is_stale ? 'stale' : 'current'} />
          <Typography variant="body2" color="textSecondary">
            {translate(`kontor.screening.${is_stale ? 'stale_since' : 'stale_from'}`, { at: time(stale_at) })}
          </Typography>
        </>
      ),
    },
    {
      key: 'imported_by',
      label: label('imported_by'),
      render: ({ imported_by }) => names.find(({ id }) => id === imported_by)?.name ?? imported_by,
    },
  ]
}
