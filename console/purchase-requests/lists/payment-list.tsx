import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ListedPayment } from '../../../contract/lists/payments.ts'
import { paymentList } from '../../../contract/lists/payments.ts'
import { EmptyState } from '../../shared/lists/empty-state.tsx'
import type { Column } from '../../shared/lists/record-table.tsx'
import { BookedAt } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { StatusChip } from '../../shared/values/status-chip.tsx'
import { ListPage } from '../../views/list-page.tsx'
import { requestPlace } from './request-columns.tsx'

/** The payments of all requests, what was received last first. */
export default function PaymentList() {
  const translate = useTranslate()
  return (
    <ListPage
      list={paymentList}
      title={translate('kontor.payments.title')}
      filters={{
        q: { label: translate('kontor.list_search.payments') },
        organization_id: { label: translate('kontor.payments.columns.organization') },
        request_id: { label: translate('kontor.payments.columns.request') },
      }}
      days="received"
      columns={useColumns()}
      linkTo={({ request_id }) => requestPlace({ id: request_id })}
      empty={
        <EmptyState
          title={translate('kontor.payments.empty_title')}
          help={translate('kontor.payments.empty_help')}
        />
      }
    />
  )
}

function useColumns(): Column<ListedPayment>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.payments.columns.${name}`)
  return [
    { key: 'request', label: label('request'), kind: 'code', render: ({ request_number }) => request_number },
    {
      key: 'organization',
      label: label('organization'),
      kind: 'name',
      priority: 2,
      render: ({ organization_name }) => organization_name,
    },
    {
      key: 'received',
      label: label('received'),
      kind: 'time',
      priority: 3,
      render: ({ received_at }) => <BookedAt at={received_at} />,
    },
    {
      key: 'reference',
      label: translate('kontor.deal.fields.reference'),
      priority: 5,
      render: ({ reference }) => reference,
    },
    {
      key: 'amount',
      kind: 'amount',
      priority: 1,
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency, reversed_at }) => (
        <Box component={reversed_at === null ? 'span' : 's'}>{format(amount, currency)}</Box>
      ),
    },
    {
      key: 'payer',
      kind: 'account',
      priority: 6,
      label: label('payer'),
      render: ({ payer_account }) => payer_account,
    },
    {
      key: 'payer_inn',
      label: translate('kontor.organization_fields.inn'),
      kind: 'code',
      isExtra: true,
      render: ({ payer_inn }) => payer_inn,
    },
    {
      key: 'state',
      label: label('state'),
      kind: 'stated',
      priority: 4,
      render: (payment) => stateOf(payment),
    },
  ]
}

/** What one must know before the money is counted; nothing if all is well. */
function stateOf({ reversed_at, is_foreign_payer, payer_accepted_at }: ListedPayment) {
  if (reversed_at !== null) return <StatusChip kind="payment_state" status="reversed" />
  if (!is_foreign_payer) return ''
  return (
    <StatusChip
      kind="payment_state"
      status={payer_accepted_at === null ? 'foreign_payer' : 'payer_accepted'}
    />
  )
}
