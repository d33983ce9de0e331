import { Box, Card, MenuItem, TextField } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { actNames } from '../../contract/acts.ts'
import { type ApprovalResponse, approvalStatuses } from '../../contract/approvals.ts'
import { approvalList } from '../../contract/lists/approvals.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { TabList, TabPanel } from '../shared/tab-list.tsx'
import { Ago } from '../shared/time.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { useToDecide } from './approval-queries.ts'
import { ApprovalSubject } from './approval-subject.tsx'

const tabs = ['to_decide', 'mine', 'all'] as const

export default function ApprovalList() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'to_decide'
  return (
    <Page title={translate('kontor.approvals.title')}>
      <Box sx={{ mb: 2 }}>
        <TabList
          id="approvals"
          label={translate('kontor.approvals.title')}
          names={tabs}
          chosen={tab}
          texts="kontor.approvals.tab"
          onChoose={(name) => setParams({ tab: name })}
        />
      </Box>
      <TabPanel id="approvals" chosen={tab}>
        {tab === 'to_decide' ? <ToDecide /> : <Approvals isMine={tab === 'mine'} />}
      </TabPanel>
    </Page>
  )
}

function ToDecide() {
  const translate = useTranslate()
  return (
    <QueryState query={useToDecide()}>
      {(approvals) =>
        approvals.length === 0 ? (
          <Card>
            <EmptyState
              title={translate('kontor.approvals.empty_to_decide')}
              help={translate('kontor.approvals.empty_to_decide_help')}
            />
          </Card>
        ) : (
          approvals.map((approval) => <ApprovalCard key={approval.id} approval={approval} isLinked />)
        )
      }
    </QueryState>
  )
}

function Approvals({ isMine }: { isMine: boolean }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const [params, setParams] = useSearchParams()
  const columns = useColumns(isMine)
  const chosen = { status: params.get('status') ?? '', act: params.get('act') ?? '' }
  const set = (change: Partial<typeof chosen>) => {
    const next = Object.entries({ ...chosen, ...change }).filter(([, value]) => value)
    setParams({ tab: params.get('tab') ?? '', ...Object.fromEntries(next) })
  }
  if (!identity) return null
  const filter = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value))
  const always: Record<string, string> = isMine ? { asked_by: String(identity.id) } : {}
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 320px))' },
        }}
      >
        <Choice
          name="status"
          value={chosen.status}
          choices={approvalStatuses}
          texts="kontor.approval_status"
          onChange={(status) => set({ status })}
        />
        <Choice
          name="act"
          value={chosen.act}
          choices={actNames}
          texts="kontor.act_name"
          onChange={(act) => set({ act })}
        />
      </Box>
      <Box sx={{ mb: 2 }}>
        <ExportMenu operation={approvalList.file} query={{ ...filter, ...always }} />
      </Box>
      <CursorList
        resource="approvals"
        filter={filter}
        always={always}
        onFilter={() => set({ status: '', act: '' })}
      >
        <RecordTable
          label={translate('kontor.approvals.title')}
          columns={columns}
          linkTo={({ id }) => `/approvals/${id}/show`}
          empty={
            <EmptyState
              title={translate(isMine ? 'kontor.approvals.empty_mine' : 'kontor.approvals.empty_all')}
              help={translate('kontor.approvals.empty_help')}
            />
          }
        />
      </CursorList>
    </>
  )
}

function Choice({
  name,
  value,
  choices,
  texts,
  onChange,
}: {
  name: string
  value: string
  choices: readonly string[]
  texts: string
  onChange: (value: string) => void
}) {
  const translate = useTranslate()
  return (
    <TextField
      select
      label={translate(`kontor.approvals.filter_${name}`)}
      value={choices.includes(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('kontor.all')}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {translate(`${texts}.${choice}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

function useColumns(isMine: boolean): Column<ApprovalResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.approvals.${name}`)
  const asker = {
    key: 'asked_by',
    label: label('asked_by'),
    render: ({ asked_by }: ApprovalResponse) => asked_by.name,
  }
  return [
    { key: 'act', label: label('filter_act'), render: ({ act }) => translate(`kontor.act_name.${act}`) },
    {
      key: 'subject',
      label: label('subject'),
      render: (approval) => (
        <AboveRow>
          <span>
            <ApprovalSubject approval={approval} />
          </span>
        </AboveRow>
      ),
    },
    ...(isMine ? [] : [asker]),
    { key: 'asked_at', label: label('asked_at'), render: ({ asked_at }) => <Ago at={asked_at} /> },
    {
      key: 'votes',
      label: label('votes'),
      render: ({ votes, needed }) =>
        `${votes.filter(({ decision, counts }) => decision === 'approve' && counts).length} / ${needed}`,
    },
    {
      key: 'status',
      label: label('filter_status'),
      render: ({ status }) => <StatusChip kind="approval_status" status={status} />,
    },
  ]
}
