import ListsIcon from '@mui/icons-material/FactCheckOutlined'
import CheckIcon from '@mui/icons-material/PersonSearchOutlined'
import { Button } from '@mui/material'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { hitList } from '../../contract/lists/hits.ts'
import type { ScreeningHitResponse } from '../../contract/organizations/screening.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { type Column, Second } from '../shared/lists/record-table.tsx'
import { Ago } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { IconLink } from '../views/icon-link.tsx'
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
          <IconLink to="/screening-check" label={translate('kontor.screening.check')}>
            <CheckIcon />
          </IconLink>
          <IconLink to="/screening-lists" label={translate('kontor.screening.lists')}>
            <ListsIcon />
          </IconLink>
          {mayExport && <ExportButton />}
        </>
      }
      notice={<ScreeningNotice />}
      usual={usualHits}
      filters={{
        status: { label: translate('kontor.screening.columns.status'), texts: 'hit_status' },
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
  return useMemo(() => {
    const label = (name: string) => translate(`kontor.screening.columns.${name}`)
    const current: Column<ScreeningHitResponse> = {
      key: 'status',
      label: label('status'),
      kind: 'status',
      priority: 2,
      render: (hit) => <StatusChip kind="hit_status" status={hit.status} />,
    }
    const decided: Column<ScreeningHitResponse> = {
      key: 'decided',
      label: label('decided'),
      render: ({ decided_by_name, decided_at, reason }) =>
        decided_at && (
          <>
            {decided_by_name} · <Ago at={decided_at} />
            {reason && <Second>{reason}</Second>}
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
        kind: 'name',
        render: ({ subject }) => (
          <>
            {subject.name}
            <Second>{translate(`kontor.subject_kind.${subject.kind}`)}</Second>
          </>
        ),
      },
      {
        key: 'organization',
        label: translate('kontor.screening.organization'),
        kind: 'name',
        priority: 5,
        render: ({ organization_name }) => organization_name,
      },
      {
        key: 'entry',
        label: label('entry'),
        kind: 'name',
        priority: 1,
        render: ({ entry }) => (
          <>
            {entry.name || entry.id}
            <Second>{translate(`kontor.listed_schema.${entry.schema}`)}</Second>
          </>
        ),
      },
      {
        key: 'list',
        label: translate('kontor.screening.list'),
        priority: 6,
        render: ({ list }) => list,
      },
      {
        key: 'strength',
        label: label('strength'),
        kind: 'status',
        priority: 3,
        render: (hit) => <MatchStrength hit={hit} />,
      },
      ...(status === undefined ? [current] : []),
      ...(status === 'dismissed' || status === 'confirmed' || status === 'continue' ? [decided] : []),
      ...(status === 'closed' ? [closed] : []),
      {
        key: 'found',
        label: label('found'),
        kind: 'ago',
        priority: 4,
        render: ({ found_at }) => <Ago at={found_at} />,
      },
      {
        key: 'reopened',
        label: translate('kontor.screening.reopened'),
        isExtra: true,
        render: ({ reopened_because }) =>
          reopened_because.length > 0 && translate('kontor.screening.reopened'),
      },
    ]
  }, [translate, status])
}
