import AddIcon from '@mui/icons-material/Add'
import BatchesIcon from '@mui/icons-material/LayersOutlined'
import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { permissionsOf } from '../../contract/api/roles.ts'
import { transferList } from '../../contract/lists/transfers.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { transferStatuses } from '../../contract/wallets/transfers.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column } from '../shared/lists/record-table.tsx'
import { useSelection } from '../shared/lists/selection.ts'
import { useAdministratorNames } from '../shared/names/administrator-names.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Ago } from '../shared/time/time.tsx'
import { IconLink } from '../views/icon-link.tsx'
import { ListPage } from '../views/list-page.tsx'
import { useListState } from '../views/use-list-state.ts'
import { BatchBulk } from './batch-bulk.tsx'
import { useUnits } from './intent/use-units.ts'
import { useSigning } from './signing/signing-query.ts'
import { SigningSwitch } from './signing/signing-switch.tsx'
import { TransferStatusChip } from './transfer-status.tsx'

/** Coins that leave. */
export default function TransferList() {
  const translate = useTranslate()
  const isEnabled = useSigning().data?.is_enabled ?? true
  const selection = useSelection<TransferResponse>()
  const mayManage = usePermission('transfers:manage')
  const units = useUnits()
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return (
    <ListPage
      list={transferList}
      title={translate('kontor.transfers.title')}
      actions={
        <>
          <SigningSwitch />
          <IconLink to="/transfer-batches" label={translate('kontor.transfer_batches.title')}>
            <BatchesIcon />
          </IconLink>
          {isEnabled && <NewButton />}
        </>
      }
      filters={{
        q: { label: translate('kontor.list_search.transfers') },
        organization_id: { label: label('organization') },
        status: {
          label: label('status'),
          choices: transferStatuses.map((id) => ({
            id,
            // Those that wait for approvals, or have them, are not signed either.
            name: translate(id === 'draft' ? 'kontor.transfers.not_signed' : `kontor.transfer_status.${id}`),
          })),
        },
        network: { label: label('network'), texts: 'network' },
        asset: { label: label('asset') },
        request_id: { label: label('request') },
        created_by_id: { label: translate('kontor.list_filters.maker'), choices: useMakers() },
      }}
      days="prepared"
      columns={useColumns()}
      bulk={<BatchBulk selection={selection} />}
      selection={mayManage ? selection : undefined}
      rowName={({ amount, asset, network }) => units.amount(amount, asset, network)}
      linkTo={({ id }) => `/transfers/${id}/show`}
      empty={isEnabled ? <NoTransfers /> : <SwitchedOff />}
    />
  )
}

/** Those who may prepare transfers, and whoever is chosen already. */
function useMakers(): { id: string; name: string }[] {
  const translate = useTranslate()
  const [{ filters }] = useListState()
  const names = useAdministratorNames()
  return [
    { id: 'me', name: translate('kontor.list_filters.me') },
    ...names.filter(
      ({ id, role }) => id === filters.created_by_id || permissionsOf(role).has('transfers:manage'),
    ),
  ]
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
      kind: 'amount',
      label: label('amount'),
      render: ({ amount, asset, network }) => units.amount(amount, asset, network),
    },
    {
      key: 'network',
      priority: 5,
      label: label('network'),
      render: ({ network }) => translate(`kontor.network.${network}`),
    },
    {
      key: 'organization',
      kind: 'name',
      priority: 2,
      label: label('organization'),
      render: ({ organization_id }) => (
        <AboveRow>
          <OrganizationName id={organization_id} />
        </AboveRow>
      ),
    },
    {
      key: 'to',
      priority: 4,
      label: label('to'),
      render: ({ to_label }) => to_label ?? translate('kontor.address_book.own_wallet'),
    },
    {
      key: 'status',
      label: label('status'),
      kind: 'status',
      priority: 1,
      render: ({ status }) => <TransferStatusChip status={status} />,
    },
    {
      key: 'created',
      label: label('created'),
      kind: 'ago',
      priority: 3,
      isOrder: true,
      render: ({ created_at }) => <Ago at={created_at} />,
    },
  ]
}
