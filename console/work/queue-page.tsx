import BackIcon from '@mui/icons-material/ArrowBack'
import TakeIcon from '@mui/icons-material/PlayArrow'
import { Box, Button, Chip } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  ListContextProvider,
  type ListControllerResult,
  useGetIdentity,
  useLocale,
  useTranslate,
} from 'react-admin'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import {
  placeOfWork,
  type QueueName,
  queueNames,
  queueRules,
  type WorkItem,
  waitingStatuses,
} from '../../contract/work/work.ts'
import { usePrefetchDocument } from '../documents/document-file.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { type Column, RecordTable } from '../shared/lists/record-table.tsx'
import { useAdministratorNames, useNameOf } from '../shared/names/administrator-names.ts'
import { usePrintedRows } from '../shared/pages/print.ts'
import { Ago } from '../shared/time/time.tsx'
import { formatAmount } from '../shared/values/amounts.ts'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ColumnsMenu } from '../views/columns-menu.tsx'
import type { Filter } from '../views/declared-filters.tsx'
import { FilterChips } from '../views/filter-chips.tsx'
import { ListBar, ListTitle } from '../views/list-bar.tsx'
import { PrintedFilters } from '../views/printed-filters.tsx'
import { useColumnChoice } from '../views/use-columns.ts'
import { type FilterName, filterText, hasFilter, type QueueFilter, readFilter } from './queue-filter.ts'
import { useTakeNext } from './take-next.ts'
import { listQueue } from './work-queries.ts'

export default function QueuePage() {
  const { queue } = useParams()
  const known = queueNames.find((name) => name === queue)
  return known ? <Queue key={known} queue={known} /> : <Navigate to="/work" replace />
}

const perPage = 50

/** The work of a queue, what is due first at the top. */
function Queue({ queue }: { queue: QueueName }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const filter = readFilter(queue, params)
  const mayAct = usePermission(queueRules[queue].act)
  const { take, isBusy } = useTakeNext()
  const prefetch = usePrefetchDocument()
  const documentPane = {
    isWide: true,
    prefetch: ({ organization_id, detail }: WorkItem) => prefetch({ organization_id, kind: detail }),
  }
  const show = (changed: QueueFilter) => navigate(`/work/${queue}${filterText({ ...filter, ...changed })}`)
  const query = useInfiniteQuery({
    queryKey: ['work', queue, filter],
    queryFn: ({ pageParam, signal }) =>
      listQueue(queue, { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  usePrintedRows(query, ({ items }) => items)
  const { sort, ...narrowed } = filter
  const values = Object.fromEntries(Object.entries(narrowed).map(([name, value]) => [name, String(value)]))
  const list = {
    resource: 'work',
    data: query.data?.pages.flatMap(({ items }) => items),
    isPending: query.isPending,
    isFetching: query.isFetching,
    isLoading: query.isLoading,
    error: query.error,
    refetch: query.refetch,
    perPage,
    page: 1,
    filterValues: narrowed,
    setFilters: () => navigate(`/work/${queue}`),
    meta: query.hasNextPage ? { loadMore: () => void query.fetchNextPage() } : {},
  }
  const name = translate(`kontor.queue.${queue}`)
  const filters = useQueueFilters(queue)
  const columns = useColumns(queue)
  const [shown, choose] = useColumnChoice(`work.${queue}`, { columns: null }, () => undefined)
  const isSomething = (list.data?.length ?? 0) > 0
  return (
    <Box sx={{ pt: 0.5 }}>
      <ListBar
        tools={
          <>
            <ColumnsMenu columns={columns} shown={shown} onChange={choose} />
            <Button component={Link} to="/work" startIcon={<BackIcon />}>
              {translate('kontor.work.back')}
            </Button>
            {mayAct && isSomething && (
              <Button
                variant="contained"
                startIcon={<TakeIcon />}
                disabled={isBusy}
                onClick={() => void take(queue)}
              >
                {translate('kontor.work.take_next')}
              </Button>
            )}
          </>
        }
      >
        <ListTitle title={name} />
        <FilterChips filters={filters} values={values} onChange={(change) => show(change as QueueFilter)} />
      </ListBar>
      <Box className="printed-list">
        <PrintedFilters title={name} filters={filters} values={values} />
        <ListContextProvider value={list as unknown as ListControllerResult}>
          <RecordTable<WorkItem>
            label={name}
            columns={columns}
            shown={shown}
            linkTo={(item) => (queue === 'documents' ? placeOfDocument(item) : placeOfWork(item))}
            {...(queue === 'documents' && { pane: documentPane })}
            order={{
              // What is due first stands first, unless the newest are asked for.
              isOldestFirst: sort !== 'newest',
              onOrder: (isOldest) => show({ sort: isOldest ? undefined : 'newest' }),
            }}
            empty={
              <EmptyState
                title={translate('kontor.work.empty')}
                help={translate(`kontor.queue_help.${queue}`)}
              />
            }
          />
        </ListContextProvider>
      </Box>
    </Box>
  )
}

function placeOfDocument({ organization_id, detail }: WorkItem): string {
  return `/documents/${organization_id}/${detail}`
}

/** What the work of a queue can be narrowed to. */
function useQueueFilters(queue: QueueName): Filter[] {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const others = useAdministratorNames().filter(({ id }) => id !== identity?.id)
  const label = (name: string) => translate(`kontor.work.filter.${name}`)
  const filters: Filter[] = [
    {
      name: 'overdue',
      label: label('due'),
      kind: 'choice',
      choices: ['true', 'false'].map((id) => ({ id, name: label(`overdue_${id}`) })),
    },
    {
      name: 'assignee_id',
      label: label('assignee'),
      kind: 'choice',
      choices: [{ id: 'me', name: label('me') }, { id: 'none', name: label('nobody') }, ...others],
    },
    {
      name: 'status',
      label: label('status'),
      kind: 'choice',
      choices: waitingStatuses.map((id) => ({ id, name: translate(`kontor.request_status.${id}`) })),
    },
    { name: 'organization_id', label: label('organization'), kind: 'organization' },
  ]
  return filters.filter(({ name }) => hasFilter(queue, name as FilterName))
}

function useColumns(queue: QueueName): Column<WorkItem>[] {
  const translate = useTranslate()
  const locale = useLocale()
  const nameOf = useNameOf()
  const label = (name: string) => translate(`kontor.work.columns.${name}`)
  const hasMoney = ['requests', 'payments', 'credits', 'quotes'].includes(queue)
  const amount: Column<WorkItem> = {
    key: 'amount',
    label: label('amount'),
    kind: 'amount',
    priority: 2,
    align: 'right',
    render: ({ amount, currency }) => amount && currency && formatAmount(amount, currency, locale),
  }
  const assignee: Column<WorkItem> = {
    key: 'assignee',
    label: label('assignee'),
    priority: 6,
    render: ({ assignee_id }) => assignee_id && nameOf(assignee_id),
  }
  return [
    {
      key: 'what',
      label: label('what'),
      kind: 'name',
      render: (item) => (item.kind === 'document' ? item.organization_name : item.title),
    },
    {
      key: 'about',
      label: label('about'),
      kind: 'name',
      priority: 4,
      render: (item) => about(item, translate),
    },
    ...(queue === 'requests'
      ? [
          {
            key: 'status',
            label: label('status'),
            kind: 'status' as const,
            priority: 3,
            render: ({ detail }: WorkItem) => <StatusChip kind="request_status" status={detail ?? ''} />,
          },
        ]
      : []),
    ...(hasMoney ? [amount] : []),
    ...(queue === 'requests' ? [assignee] : []),
    {
      key: 'waiting',
      label: label('waiting'),
      kind: 'ago',
      priority: 5,
      render: ({ waiting_since }) => <Ago at={waiting_since} />,
    },
    {
      key: 'due',
      label: label('due'),
      kind: 'due',
      priority: 1,
      isOrder: true,
      render: ({ due_at, overdue }) => (
        <>
          <Ago at={due_at} />
          {overdue && (
            <Chip sx={{ ml: 1 }} size="small" color="error" label={translate('kontor.work.overdue')} />
          )}
        </>
      ),
    },
  ]
}

/** What tells an item from others. */
function about(
  { kind, title, detail, organization_name }: WorkItem,
  translate: (key: string, options?: object) => string,
): string {
  switch (kind) {
    case 'document':
      return [translate(`kontor.document_kind.${detail}`), title].join(' · ')
    case 'approval':
      return [translate(`kontor.act_name.${detail}`, { _: detail }), organization_name]
        .filter(Boolean)
        .join(' · ')
    case 'organization':
      return translate(`kontor.kyb_status.${detail}`)
    case 'purchase_request':
      return organization_name ?? ''
    case 'screening_hit':
      return [organization_name, detail].filter(Boolean).join(' · ')
    case 'statement_line':
    case 'chain_line':
    case 'statement':
    case 'credit':
      return detail ?? ''
  }
}
