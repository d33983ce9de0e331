import AddIcon from '@mui/icons-material/Add'
import { Button, ButtonGroup, MenuItem, Stack, TextField } from '@mui/material'
import { Suspense } from 'react'
import { ListBase, Loading, useListContext, useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { exportPurchaseRequests } from '../../contract/operations/exports.ts'
import { purchaseRequestStatuses } from '../../contract/purchase-request-rules.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { lazyPage } from '../shared/lazy-page.ts'
import { OrganizationField } from '../shared/organization-field.tsx'
import { Page } from '../shared/page.tsx'
import { RecordTable } from '../shared/record-table.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { requestPlace, useRequestColumns } from './request-columns.tsx'

const Board = lazyPage(() => import('./request-board.tsx'))

/** Purchase requests as a list with filters or as a board; the URL contains which. */
export default function RequestList() {
  const translate = useTranslate()
  const isBoard = useLocation().pathname.endsWith('/board')
  return (
    <Page
      title={translate('kontor.requests.title')}
      actions={
        <>
          <ViewSwitch value={isBoard ? 'board' : 'list'} />
          <NewButton />
        </>
      }
    >
      {isBoard ? (
        <Suspense fallback={<Loading />}>
          <Board />
        </Suspense>
      ) : (
        <ListBase resource="purchase-requests" perPage={25} storeKey={false}>
          <Filters />
          <Requests />
        </ListBase>
      )}
    </Page>
  )
}

const views = [
  { view: 'list', to: '/purchase-requests' },
  { view: 'board', to: '/purchase-requests/board' },
] as const

function ViewSwitch({ value }: { value: 'list' | 'board' }) {
  const translate = useTranslate()
  return (
    <ButtonGroup variant="outlined" disableElevation>
      {views.map(({ view, to }) => (
        <Button
          key={view}
          component={Link}
          to={to}
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

function Filters() {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const set = (change: Record<string, string | undefined>) =>
    setFilters({ ...filterValues, ...change }, undefined, false)
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, mb: 2 }}>
      <TextField
        select
        sx={{ minWidth: 200 }}
        label={translate('kontor.requests.filter_status')}
        value={filterValues.status ?? ''}
        onChange={(event) => set({ status: event.target.value || undefined })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('kontor.all')}</MenuItem>
        {purchaseRequestStatuses.map((status) => (
          <MenuItem key={status} value={status}>
            {translate(`kontor.request_status.${status}`)}
          </MenuItem>
        ))}
      </TextField>
      <OrganizationField
        label={translate('kontor.requests.filter_organization')}
        value={filterValues.organization_id ?? null}
        onChange={(id) => set({ organization_id: id ?? undefined })}
      />
      <ExportMenu operation={exportPurchaseRequests} query={filterValues} />
    </Stack>
  )
}

function Requests() {
  const translate = useTranslate()
  const columns = useRequestColumns({ withOrganization: true })
  return (
    <RecordTable
      label={translate('kontor.requests.title')}
      columns={columns}
      linkTo={requestPlace}
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
