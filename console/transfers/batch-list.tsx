import { useTranslate } from 'react-admin'
import { transferBatchList } from '../../contract/lists/transfer-batches.ts'
import type { TransferBatchResponse } from '../../contract/wallets/transfer-batches.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { AboveRow, type Column } from '../shared/lists/record-table.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Ago } from '../shared/time/time.tsx'
import { ListPage } from '../views/list-page.tsx'
import { useUnits } from './intent/use-units.ts'

/** Transfers that were approved together. */
export default function BatchList() {
  const translate = useTranslate()
  const text = (name: string, values = {}) => translate(`kontor.transfer_batches.${name}`, values)
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return (
    <ListPage
      list={transferBatchList}
      title={text('title')}
      filters={{
        organization_id: { label: label('organization') },
        status: { label: label('status'), texts: 'batch_status' },
        network: { label: label('network'), texts: 'network' },
      }}
      days="created"
      columns={useColumns()}
      rowName={({ count, reason }) => `${text('one', { count })}: ${reason}`}
      linkTo={({ id }) => `/transfer-batches/${id}/show`}
      empty={<EmptyState title={text('empty_title')} help={text('empty_help')} />}
    />
  )
}

function useColumns(): Column<TransferBatchResponse>[] {
  const translate = useTranslate()
  const units = useUnits()
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return [
    {
      key: 'amount',
      kind: 'amount',
      label: label('amount'),
      render: ({ sums, network }) =>
        sums.map(({ asset, amount }) => units.amount(amount, asset, network)).join(' + '),
    },
    {
      key: 'count',
      priority: 3,
      label: translate('kontor.transfer_batches.transfers'),
      render: ({ count, signed }) => translate('kontor.transfer_batches.progress', { signed, count }),
    },
    {
      key: 'network',
      priority: 6,
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
    { key: 'reason', priority: 5, label: label('reason'), render: ({ reason }) => reason },
    {
      key: 'status',
      label: label('status'),
      kind: 'status',
      priority: 1,
      render: ({ status }) => translate(`kontor.batch_status.${status}`),
    },
    {
      key: 'created',
      label: label('created'),
      kind: 'ago',
      priority: 4,
      isOrder: true,
      render: ({ created_at }) => <Ago at={created_at} />,
    },
  ]
}
