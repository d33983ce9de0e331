import AddIcon from '@mui/icons-material/Add'
import BoardIcon from '@mui/icons-material/ViewKanbanOutlined'
import ListIcon from '@mui/icons-material/ViewListOutlined'
import { Button, ButtonGroup } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import { Loading, useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { permissionsOf } from '../../../contract/api/roles.ts'
import { assigneeWords, purchaseRequestList } from '../../../contract/lists/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { EmptyState } from '../../shared/lists/empty-state.tsx'
import { useSelection } from '../../shared/lists/selection.ts'
import { useAdministratorNames } from '../../shared/names/administrator-names.ts'
import { lazyPage } from '../../shared/pages/lazy-page.ts'
import { Page } from '../../shared/pages/page.tsx'
import { ListPage } from '../../views/list-page.tsx'
import { useListState } from '../../views/use-list-state.ts'
import { BulkActs } from './bulk-acts.tsx'
import { requestPlace, useRequestColumns } from './request-columns.tsx'

const Board = lazyPage(() => import('./request-board.tsx'))

/** Purchase requests as a list with filters or as a board; the URL contains which. */
export default function RequestList() {
  const translate = useTranslate()
  const isBoard = useLocation().pathname.endsWith('/board')
  const tools = (
    <>
      <ViewSwitch value={isBoard ? 'board' : 'list'} />
      <NewButton />
    </>
  )
  if (!isBoard) return <Listed tools={tools} />
  return (
    <Page title={translate('kontor.requests.title')} actions={tools}>
      <Suspense fallback={<Loading />}>
        <Board />
      </Suspense>
    </Page>
  )
}

function Listed({ tools }: { tools: ReactNode }) {
  const translate = useTranslate()
  const selection = useSelection<PurchaseRequestResponse>()
  const mayAct = usePermission('requests:process')
  return (
    <ListPage
      actions={tools}
      list={purchaseRequestList}
      title={translate('kontor.requests.title')}
      filters={{
        q: { label: translate('kontor.list_search.requests') },
        status: { label: translate('kontor.requests.filter_status'), texts: 'request_status' },
        organization_id: { label: translate('kontor.requests.filter_organization') },
        assignee_id: { label: translate('kontor.list_filters.assignee'), choices: useAssignees() },
        asset: { label: translate('kontor.list_filters.asset') },
        fiat_currency: { label: translate('kontor.list_filters.currency') },
        awaits: { label: translate('kontor.list_filters.awaits'), texts: 'list_filters.awaited' },
        debt: { label: translate('kontor.list_filters.debt'), texts: 'list_filters.debts' },
      }}
      days="created"
      bulk={<BulkActs selection={selection} />}
      columns={useRequestColumns({ withOrganization: true })}
      linkTo={requestPlace}
      selection={mayAct ? selection : undefined}
      rowName={({ number }) => number}
      empty={
        <EmptyState
          title={translate('kontor.requests.empty_title')}
          help={translate('kontor.requests.empty_help')}
        >
          <NewButton />
        </EmptyState>
      }
    />
  )
}

/** Those who may work on requests, and whoever is chosen already. */
function useAssignees(): { id: string; name: string }[] {
  const translate = useTranslate()
  const [{ filters }] = useListState()
  const names = useAdministratorNames()
  return [
    ...assigneeWords.map((id) => ({
      id,
      name: translate(`kontor.list_filters.${id === 'me' ? 'me' : 'nobody'}`),
    })),
    ...names.filter(
      ({ id, role, status }) =>
        id === filters.assignee_id || (status === 'active' && permissionsOf(role).has('requests:process')),
    ),
  ]
}

const views = [
  { view: 'list', to: '/purchase-requests', Icon: ListIcon },
  { view: 'board', to: '/purchase-requests/board', Icon: BoardIcon },
] as const

function ViewSwitch({ value }: { value: 'list' | 'board' }) {
  const translate = useTranslate()
  return (
    <ButtonGroup variant="outlined" size="small" disableElevation>
      {views.map(({ view, to, Icon }) => (
        <Button
          key={view}
          component={Link}
          to={to}
          startIcon={<Icon />}
          variant={view === value ? 'contained' : 'outlined'}
          aria-current={view === value ? 'page' : undefined}
        >
          {translate(`kontor.requests.${view}`)}
        </Button>
      ))}
    </ButtonGroup>
  )
}

export function NewButton({ organizationId }: { organizationId?: string }) {
  const translate = useTranslate()
  if (!usePermission('requests:write')) return null
  const search = organizationId ? `?organization_id=${organizationId}` : ''
  return (
    <Button
      component={Link}
      to={`/purchase-requests/create${search}`}
      variant="contained"
      startIcon={<AddIcon />}
    >
      {translate('kontor.requests.new')}
    </Button>
  )
}
