import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { transferList } from '../../contract/lists/transfers.ts'
import type { TransferResponse } from '../../contract/transfers.ts'
import { CursorList } from '../shared/cursor-list.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { ExportMenu } from '../shared/export-menu.tsx'
import { OrganizationName } from '../shared/organization-name.tsx'
import { Page } from '../shared/page.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { useListState } from '../views/use-list-state.ts'
import { ViewsMenu } from '../views/views-menu.tsx'
import { useUnits } from './intent/use-units.ts'
import { useSigning } from './signing-query.ts'
import { SigningSwitch } from './signing-switch.tsx'
import { TransferFilters } from './transfer-filters.tsx'
import { TransferStatusChip } from './transfer-status.tsx'

/** Coins that leave. */
export default function TransferList() {
  const translate = useTranslate()
  const [state, setState] = useListState()
  const columns = useColumns()
  const isEnabled = useSigning().data?.is_enabled ?? true
  const { filters, sort } = state
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
      <Stack direction="row" sx={{ gap: 1, mb: 2, flexWrap: 'wrap' }}>
        <ViewsMenu list="transfers" state={state} onOpen={setState} />
        <ExportMenu operation={transferList.file} query={filters} />
      </Stack>
      <TransferFilters state={state} onChange={setState} />
      <CursorList
        resource="transfers"
        filter={filters}
        always={sort ? { sort } : {}}
        onFilter={() => setState({ filters: {} })}
      >
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
