import { Button, Chip, MenuItem, Stack, TextField, Typography } from '@mui/material'
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
} from '../../contract/work.ts'
import { useAdministratorNames, useNameOf } from '../shared/administrator-names.ts'
import { formatAmount } from '../shared/amounts.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { FilterGrid, SelectFilter } from '../shared/list-filters.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { type Column, RecordTable } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { filterText, hasFilter, type QueueFilter, readFilter } from './queue-filter.ts'
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
  const show = (changed: QueueFilter) => navigate(`/work/${queue}${filterText({ ...filter, ...changed })}`)
  const query = useInfiniteQuery({
    queryKey: ['work', queue, filter],
    queryFn: ({ pageParam, signal }) =>
      listQueue(queue, { ...filter, limit: perPage, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const { sort: _sort, ...narrowed } = filter
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
    meta: query.hasNextPage ? { loadMore: () => query.fetchNextPage() } : {},
  }
  const name = translate(`kontor.queue.${queue}`)
  const isSomething = (list.data?.length ?? 0) > 0
  return (
    <Page
      title={name}
      actions={
        <>
          <Button component={Link} to="/work">
            {translate('kontor.work.back')}
          </Button>
          {mayAct && isSomething && (
            <Button variant="contained" disabled={isBusy} onClick={() => void take(queue)}>
              {translate('kontor.work.take_next')}
            </Button>
          )}
        </>
      }
    >
      <Filters queue={queue} filter={filter} onChange={show} />
      <ListContextProvider value={list as unknown as ListControllerResult}>
        <RecordTable<WorkItem>
          label={name}
          columns={useColumns(queue)}
          linkTo={(item) => (queue === 'documents' && !mayAct ? placeOfDocument(item) : placeOfWork(item))}
          empty={
            <EmptyState
              title={translate('kontor.work.empty')}
              help={translate(`kontor.queue_help.${queue}`)}
            />
          }
        />
      </ListContextProvider>
    </Page>
  )
}

/** Where those who may not review see a document. */
function placeOfDocument({ organization_id }: WorkItem): string {
  return `/organizations/${organization_id}/show/documents`
}

function Filters({
  queue,
  filter,
  onChange,
}: {
  queue: QueueName
  filter: QueueFilter
  onChange: (changed: QueueFilter) => void
}) {
  const translate = useTranslate()
  const set = (name: keyof QueueFilter, value: string | undefined) =>
    onChange({ [name]: value || undefined } as QueueFilter)
  const label = (name: string) => translate(`kontor.work.filter.${name}`)
  return (
    <FilterGrid>
      <SelectFilter
        label={label('due')}
        value={filter.overdue === undefined ? undefined : String(filter.overdue)}
        choices={['true', 'false'].map((id) => ({ id, name: label(`overdue_${id}`) }))}
        onChange={(value) => set('overdue', value)}
      />
      {hasFilter(queue, 'assignee_id') && (
        <Assignee value={filter.assignee_id} onChange={(value) => set('assignee_id', value)} />
      )}
      {hasFilter(queue, 'status') && (
        <SelectFilter
          label={label('status')}
          value={filter.status}
          choices={waitingStatuses.map((id) => ({ id, name: translate(`kontor.request_status.${id}`) }))}
          onChange={(value) => set('status', value)}
        />
      )}
      {hasFilter(queue, 'organization_id') && (
        <OrganizationField
          label={label('organization')}
          value={filter.organization_id ?? null}
          onChange={(id) => set('organization_id', id ?? '')}
        />
      )}
      <TextField
        select
        label={label('sort')}
        value={filter.sort ?? 'due'}
        onChange={(event) => set('sort', event.target.value === 'newest' ? 'newest' : '')}
      >
        {['due', 'newest'].map((value) => (
          <MenuItem key={value} value={value}>
            {label(`sort_${value}`)}
          </MenuItem>
        ))}
      </TextField>
    </FilterGrid>
  )
}

function Assignee({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const others = useAdministratorNames().filter(({ id }) => id !== identity?.id)
  return (
    <SelectFilter
      label={translate('kontor.work.filter.assignee')}
      value={value}
      choices={[
        { id: 'me', name: translate('kontor.work.filter.me') },
        { id: 'none', name: translate('kontor.work.filter.nobody') },
        ...others,
      ]}
      onChange={onChange}
    />
  )
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
    align: 'right',
    render: ({ amount, currency }) => amount && currency && formatAmount(amount, currency, locale),
  }
  const assignee: Column<WorkItem> = {
    key: 'assignee',
    label: label('assignee'),
    render: ({ assignee_id }) => assignee_id && nameOf(assignee_id),
  }
  return [
    {
      key: 'what',
      label: label('what'),
      render: (item) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <span>{item.kind === 'document' ? item.organization_name : item.title}</span>
          <Typography component="span" variant="body2" color="textSecondary">
            {secondLine(item, translate)}
          </Typography>
        </Stack>
      ),
    },
    ...(queue === 'requests'
      ? [
          {
            key: 'status',
            label: label('status'),
            render: ({ detail }: WorkItem) => <StatusChip kind="request_status" status={detail ?? ''} />,
          },
        ]
      : []),
    ...(hasMoney ? [amount] : []),
    ...(queue === 'requests' ? [assignee] : []),
    {
      key: 'waiting',
      label: label('waiting'),
      render: ({ waiting_since }) => <Ago at={waiting_since} />,
    },
    {
      key: 'due',
      label: label('due'),
      render: ({ due_at, overdue }) =>
        overdue ? (
          <Stack
            direction="row"
            component="span"
            sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}
          >
            <Chip size="small" color="error" label={translate('kontor.work.overdue')} />
            <Ago at={due_at} />
          </Stack>
        ) : (
          <Ago at={due_at} />
        ),
    },
  ]
}

/** What tells an item from others. */
function secondLine(
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
    case 'statement':
    case 'credit':
      return detail ?? ''
  }
}
