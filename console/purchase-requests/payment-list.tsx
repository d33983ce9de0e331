import { Box, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { ListedPayment } from '../../contract/lists/payments.ts'
import { paymentList } from '../../contract/lists/payments.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { useFormatAmount } from '../shared/money.ts'
import type { Column } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { BookedAt } from '../shared/time.tsx'
import { ListPage } from '../views/list-page.tsx'
import { requestPlace } from './request-columns.tsx'

/** The payments of all requests, what was received last first. */
export default function PaymentList() {
  const translate = useTranslate()
  return (
    <ListPage
      list={paymentList}
      title={translate('kontor.payments.title')}
      filters={{
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
    { key: 'request', label: label('request'), render: ({ request_number }) => request_number },
    {
      key: 'organization',
      label: label('organization'),
      render: ({ organization_name }) => organization_name,
    },
    {
      key: 'received',
      label: label('received'),
      render: ({ received_at, reference }) => (
        <Stack component="span" sx={{ display: 'inline-flex', overflowWrap: 'anywhere' }}>
          <BookedAt at={received_at} />
          <Typography component="span" variant="body2" color="textSecondary">
            {reference}
          </Typography>
        </Stack>
      ),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency, reversed_at }) => (
        <Box component={reversed_at === null ? 'span' : 's'}>{format(amount, currency)}</Box>
      ),
    },
    {
      key: 'payer',
      label: label('payer'),
      render: ({ payer_inn, payer_account }) => [payer_inn, payer_account].filter(Boolean).join(', '),
    },
    { key: 'state', label: label('state'), render: (payment) => stateOf(payment) },
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
