import { Box, Card } from '@mui/material'
import type { ReactNode } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import { approvalList } from '../../contract/lists/approvals.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column } from '../shared/lists/record-table.tsx'
import { useAdministratorNames } from '../shared/names/administrator-names.ts'
import { TabList, TabPanel } from '../shared/pages/tab-list.tsx'
import { Ago } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ListBar, ListTitle } from '../views/list-bar.tsx'
import { ListTab } from '../views/list-tab.tsx'
import { useListState } from '../views/use-list-state.ts'
import { ApprovalCard } from './approval-card.tsx'
import { useToDecide } from './approval-queries.ts'
import { ApprovalSubject } from './approval-subject.tsx'

const tabs = ['to_decide', 'mine', 'all'] as const

/** What waits for a vote; with filters in the address, the list of all approvals or of one's own. */
export default function ApprovalList() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { identity } = useGetIdentity()
  const [{ filters }, setState] = useListState()
  if (!identity) return null
  const me = String(identity.id)
  const isList = new URLSearchParams(search).has('filter')
  const tab = isList ? (filters.asked_by === me ? 'mine' : 'all') : 'to_decide'
  function choose(name: (typeof tabs)[number]) {
    const { asked_by: _, ...others } = filters
    if (name === 'to_decide') navigate(pathname)
    else setState({ filters: name === 'mine' ? { ...others, asked_by: me } : others })
  }
  const choice = (
    <TabList
      id="approvals"
      label={translate('kontor.approvals.title')}
      names={tabs}
      chosen={tab}
      texts="kontor.approvals.tab"
      onChoose={choose}
    />
  )
  return (
    <Box sx={{ pt: 0.5 }}>
      {tab === 'to_decide' ? (
        <>
          <ListBar tools={null}>
            <ListTitle title={translate('kontor.approvals.title')} />
            {choice}
          </ListBar>
          <TabPanel id="approvals" chosen={tab}>
            <ToDecide />
          </TabPanel>
        </>
      ) : (
        <TabPanel id="approvals" chosen={tab}>
          <Approvals isMine={tab === 'mine'} me={me} lead={choice} />
        </TabPanel>
      )}
    </Box>
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

function Approvals({ isMine, me, lead }: { isMine: boolean; me: string; lead: ReactNode }) {
  const translate = useTranslate()
  const people = useAdministratorNames()
  const label = (name: string) => translate(`kontor.approvals.${name}`)
  return (
    <ListTab
      list={approvalList}
      isPage
      lead={lead}
      title={label('title')}
      filters={{
        status: { label: label('filter_status'), texts: 'approval_status' },
        act: { label: label('filter_act'), texts: 'act_name' },
        ...(!isMine && { asked_by: { label: label('asked_by'), choices: people } }),
      }}
      usual={isMine ? { asked_by: me } : {}}
      columns={useColumns(isMine)}
      linkTo={({ id }) => `/approvals/${id}/show`}
      empty={<EmptyState title={label(isMine ? 'empty_mine' : 'empty_all')} help={label('empty_help')} />}
    />
  )
}

function useColumns(isMine: boolean): Column<ApprovalResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.approvals.${name}`)
  const asker = {
    key: 'asked_by',
    label: label('asked_by'),
    priority: 4,
    render: ({ asked_by, api_key }: ApprovalResponse) =>
      api_key
        ? `${translate('kontor.approvals.by_key', { name: api_key.name })} · ${asked_by.name}`
        : asked_by.name,
  }
  return [
    {
      key: 'act',
      label: label('filter_act'),
      kind: 'name',
      render: ({ act }) => translate(`kontor.act_name.${act}`),
    },
    {
      key: 'subject',
      kind: 'name',
      priority: 2,
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
    {
      key: 'asked_at',
      label: label('asked_at'),
      kind: 'ago',
      priority: 3,
      render: ({ asked_at }) => <Ago at={asked_at} />,
    },
    {
      key: 'votes',
      kind: 'count',
      priority: 5,
      label: label('votes'),
      render: ({ votes, needed }) =>
        `${votes.filter(({ decision, counts }) => decision === 'approve' && counts).length} / ${needed}`,
    },
    {
      key: 'status',
      kind: 'status',
      priority: 1,
      label: label('filter_status'),
      render: ({ status }) => <StatusChip kind="approval_status" status={status} />,
    },
  ]
}
