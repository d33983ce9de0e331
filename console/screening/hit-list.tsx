import { Box, Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { hitList } from '../../contract/lists/hits.ts'
import { type HitStatus, hitStatuses, type ScreeningHitResponse } from '../../contract/screening.ts'
import { Choice } from '../shared/choice.tsx'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { TabList, TabPanel } from '../shared/tab-list.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { ExportButton } from './export-button.tsx'
import { filterText, readFilter } from './hit-filter.ts'
import { MatchStrength } from './match-strength.tsx'
import { ScreeningNotice } from './screening-notice.tsx'
import { useScreeningStatus } from './status-query.ts'

/** Hits by status, newest first. */
export default function HitList() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const mayExport = usePermission('audit:read')
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const { status, ...chosen } = filter
  const show = (changed: Partial<typeof filter>) =>
    navigate(`/screening-hits${filterText({ ...filter, ...changed })}`)
  return (
    <Page
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
    >
      <ScreeningNotice />
      <Box sx={{ mb: 2 }}>
        <TabList
          id="hits"
          label={translate('kontor.screening.title')}
          names={hitStatuses}
          chosen={status}
          texts="kontor.screening.tab"
          onChoose={(one) => show({ status: one })}
        />
      </Box>
      <TabPanel id="hits" chosen={status}>
        <Filters chosen={chosen} onChange={show} />
        <Box sx={{ mb: 2 }}>
          <ExportMenu
            operation={hitList.file}
            query={{
              status,
              list: chosen.list,
              above_threshold:
                chosen.above_threshold === undefined ? undefined : String(chosen.above_threshold),
            }}
          />
        </Box>
        <CursorList
          resource="screening-hits"
          filter={chosen}
          always={{ status }}
          onFilter={() => navigate(`/screening-hits${filterText({ status })}`)}
        >
          <RecordTable
            label={translate('kontor.screening.title')}
            columns={useColumns(status)}
            linkTo={({ id }) => `/screening-hits/${id}/show${filterText(filter)}`}
            empty={<Empty status={status} />}
          />
        </CursorList>
      </TabPanel>
    </Page>
  )
}

interface Chosen {
  list?: string | undefined
  above_threshold?: boolean | undefined
}

function Filters({ chosen, onChange }: { chosen: Chosen; onChange: (changed: Chosen) => void }) {
  const translate = useTranslate()
  const lists = useScreeningStatus().data?.lists ?? []
  const choices = lists.map(({ name }) => ({ value: name, text: name }))
  const strengths = [true, false].map((above) => ({
    value: String(above),
    text: translate(`kontor.screening.above_${above}`),
  }))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        mb: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 320px))' },
      }}
    >
      <Choice
        label={translate('kontor.screening.list')}
        value={chosen.list ?? ''}
        choices={choices}
        onChange={(list) => onChange({ list: list || undefined })}
      />
      <Choice
        label={translate('kontor.screening.strength')}
        value={chosen.above_threshold === undefined ? '' : String(chosen.above_threshold)}
        choices={strengths}
        onChange={(above) => onChange({ above_threshold: above === '' ? undefined : above === 'true' })}
      />
    </Box>
  )
}

/** Says what to do: import a list, or nothing. */
function Empty({ status }: { status: HitStatus }) {
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

function useColumns(status: HitStatus): Column<ScreeningHitResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.screening.columns.${name}`)
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
