import { Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { hitList } from '../../contract/lists/hits.ts'
import type { ScreeningHitResponse } from '../../contract/screening.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import type { Column } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { ListPage } from '../views/list-page.tsx'
import { listSearch } from '../views/list-place.ts'
import { useListState } from '../views/use-list-state.ts'
import { ExportButton } from './export-button.tsx'
import { usualHits } from './hit-queries.ts'
import { MatchStrength } from './match-strength.tsx'
import { ScreeningNotice } from './screening-notice.tsx'
import { useScreeningStatus } from './status-query.ts'

/** Hits by status, newest first. */
export default function HitList() {
  const translate = useTranslate()
  const mayExport = usePermission('audit:read')
  const [state] = useListState(usualHits)
  const { status } = state.filters
  const lists = useScreeningStatus().data?.lists ?? []
  return (
    <ListPage
      list={hitList}
      resource="screening-hits"
      title={translate('kontor.screening.title')}
      actions={
        <>
          <Button component={Link} to="/screening-check" variant="outlined">
            {translate('kontor.screening.check')}
          </Button>
          <Button component={Link} to="/screening-lists" variant="outlined">
            {translate('kontor.screening.lists')}
          </Button>
          {mayExport && <ExportButton />}
        </>
      }
      notice={<ScreeningNotice />}
      tabs={{ filter: 'status', texts: 'kontor.screening.tab' }}
      usual={usualHits}
      filters={{
        list: {
          label: translate('kontor.screening.list'),
          choices: lists.map(({ name }) => ({ id: name, name })),
        },
        above_threshold: { label: translate('kontor.screening.strength'), texts: 'screening.above' },
        organization_id: { label: translate('kontor.screening.organization') },
      }}
      columns={useColumns(status)}
      linkTo={({ id }) => `/screening-hits/${id}/show${listSearch(state)}`}
      empty={<Empty status={status ?? 'all'} />}
    />
  )
}

/** Says what to do: import a list, or nothing. */
function Empty({ status }: { status: string }) {
  const translate = useTranslate()
  const mayImport = usePermission('desk:manage')
  const { data } = useScreeningStatus()
  if (data?.state === 'not_screened') {
    return (
      <EmptyState
        title={translate('kontor.screening.no_lists')}
        help={translate(mayImport ? 'kontor.screening.no_lists_help' : 'kontor.screening.no_lists_reader')}
      >
        <Button component={Link} to="/screening-lists" variant="contained">
          {translate('kontor.screening.lists')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={translate(`kontor.screening.empty_${status}`)}
      help={translate(`kontor.screening.empty_${status}_help`)}
    />
  )
}

function useColumns(status: string | undefined): Column<ScreeningHitResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.screening.columns.${name}`)
  const current: Column<ScreeningHitResponse> = {
    key: 'status',
    label: label('status'),
    render: (hit) => <StatusChip kind="hit_status" status={hit.status} />,
  }
  const decided: Column<ScreeningHitResponse> = {
    key: 'decided',
    label: label('decided'),
    render: ({ decided_by_name, decided_at, reason }) =>
      decided_at && (
        <>
          {decided_by_name} · <Ago at={decided_at} />
          {reason && (
            <Typography variant="body2" color="textSecondary">
              {reason}
            </Typography>
          )}
        </>
      ),
  }
  const closed: Column<ScreeningHitResponse> = {
    key: 'closed',
    label: label('closed'),
    render: ({ closed_reason }) => closed_reason && translate(`kontor.hit_closed_reason.${closed_reason}`),
  }
  return [
    {
      key: 'subject',
      label: label('subject'),
      render: ({ subject, organization_name }) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <span>{subject.name}</span>
          <Typography component="span" variant="body2" color="textSecondary">
            {[
              translate(`kontor.subject_kind.${subject.kind}`),
              subject.kind !== 'organization' && organization_name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
        </Stack>
      ),
    },
    {
      key: 'entry',
      label: label('entry'),
      render: ({ entry, list }) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <span>{entry.name || entry.id}</span>
          <Typography component="span" variant="body2" color="textSecondary">
            {list} · {translate(`kontor.listed_schema.${entry.schema}`)}
          </Typography>
        </Stack>
      ),
    },
    { key: 'strength', label: label('strength'), render: (hit) => <MatchStrength hit={hit} /> },
    ...(status === undefined ? [current] : []),
    ...(status === 'dismissed' || status === 'confirmed' || status === 'continue' ? [decided] : []),
    ...(status === 'closed' ? [closed] : []),
    {
      key: 'found',
      label: label('found'),
      render: ({ found_at, reopened_because }) => (
        <>
          <Ago at={found_at} />
          {reopened_because.length > 0 && (
            <Typography component="span" variant="body2" color="warning" sx={{ display: 'block' }}>
              {translate('kontor.screening.reopened')}
            </Typography>
          )}
        </>
      ),
    },
  ]
}
