import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { networks } from '../../contract/networks.ts'
import { storedTransferStatuses, type TransferResponse } from '../../contract/transfers.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { FilterGrid, SelectFilter } from '../shared/list-filters.tsx'
import { OrganizationField } from '../shared/organization-field.tsx'
import { OrganizationName } from '../shared/organization-name.tsx'
import { Page } from '../shared/page.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { type ListState, useListState } from '../views/use-list-state.ts'
import { useUnits } from './intent/use-units.ts'
import { useSigning } from './signing-query.ts'
import { SigningSwitch } from './signing-switch.tsx'
import { TransferStatusChip } from './transfer-status.tsx'

/** Coins that leave, newest first. */
export default function TransferList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  const columns = useColumns()
  const isEnabled = useSigning().data?.is_enabled ?? true
  const { organization_id, status, network } = state.filters
  const filter = Object.fromEntries(
    Object.entries({ organization_id, status, network }).filter(([, value]) => value),
  )
  return (
    <Page
      title={translate('kontor.transfers.title')}
      actions={
        <>
          <SigningSwitch />
          {isEnabled && <NewButton />}
        </>
      }
    >
      <Filters state={state} onChange={setState} />
      <CursorList resource="transfers" filter={filter} onFilter={() => setState({ filters: {} })}>
        <RecordTable
          label={translate('kontor.transfers.title')}
          columns={columns}
          linkTo={({ id }) => `/transfers/${id}/show`}
          empty={isEnabled ? <NoTransfers /> : <SwitchedOff />}
        />
      </CursorList>
    </Page>
  )
}

function NewButton() {
  const translate = useTranslate()
  if (!usePermission('transfers:manage')) return null
  return (
    <Button component={Link} to="/transfers/create" variant="contained" startIcon={<AddIcon />}>
      {translate('kontor.transfers.new')}
    </Button>
  )
}

function NoTransfers() {
  const translate = useTranslate()
  return (
    <EmptyState
      title={translate('kontor.transfers.empty_title')}
      help={translate('kontor.transfers.empty_help')}
    >
      <NewButton />
    </EmptyState>
  )
}

/** What transfers are, and how the installation gets them. */
function SwitchedOff() {
  const translate = useTranslate()
  return (
    <EmptyState
      title={translate('kontor.transfers.off_title')}
      help={translate('kontor.transfers.empty_help')}
    >
      <Typography color="textSecondary">{translate('kontor.transfers.off_help')}</Typography>
      <Box component="code" sx={{ display: 'block', mt: 1 }}>
        KONTOR_TRANSFERS=on
      </Box>
    </EmptyState>
  )
}

function Filters({ state, onChange }: { state: ListState; onChange: (next: Partial<ListState>) => void }) {
  const translate = useTranslate()
  const { filters } = state
  const set = (change: Record<string, string | undefined>) =>
    onChange({ filters: { ...filters, ...change } as Record<string, string> })
  return (
    <FilterGrid>
      <OrganizationField
        label={translate('kontor.transfers.fields.organization')}
        value={filters.organization_id ?? null}
        onChange={(id) => set({ organization_id: id ?? undefined })}
      />
      <SelectFilter
        label={translate('kontor.transfers.fields.status')}
        value={filters.status}
        choices={storedTransferStatuses.map((id) => ({
          id,
          name: translate(`kontor.transfer_filter.${id}`),
        }))}
        onChange={(status) => set({ status })}
      />
      <SelectFilter
        label={translate('kontor.transfers.fields.network')}
        value={filters.network}
        choices={networks.map((id) => ({ id, name: translate(`kontor.network.${id}`) }))}
        onChange={(network) => set({ network })}
      />
    </FilterGrid>
  )
}

function useColumns(): Column<TransferResponse>[] {
  const translate = useTranslate()
  const units = useUnits()
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return [
    {
      key: 'amount',
      label: label('amount'),
      render: ({ amount, asset, network }) => units.amount(amount, asset, network),
    },
    {
      key: 'network',
      label: label('network'),
      render: ({ network }) => translate(`kontor.network.${network}`),
    },
    {
      key: 'organization',
      label: label('organization'),
      render: ({ organization_id }) => (
        <AboveRow>
          <OrganizationName id={organization_id} />
        </AboveRow>
      ),
    },
    {
      key: 'to',
      label: label('to'),
      render: ({ to_label }) => to_label ?? translate('kontor.address_book.own_wallet'),
    },
    { key: 'status', label: label('status'), render: ({ status }) => <TransferStatusChip status={status} /> },
    { key: 'created', label: label('created'), render: ({ created_at }) => <Ago at={created_at} /> },
  ]
}
