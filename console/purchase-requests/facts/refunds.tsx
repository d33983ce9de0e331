import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { isZero } from '../../../contract/money/decimal.ts'
import { reverseRefund } from '../../../contract/operations/purchase-requests/deals.ts'
import type { RefundResponse, ReverseRefundBody } from '../../../contract/purchase-requests/deals.ts'
import { moveRule, takesRefunds } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import type { Column } from '../../shared/lists/record-table.tsx'
import { useDoerName } from '../../shared/names/administrator-names.ts'
import { Ago, BookedAt } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { useRefunds } from './fact-queries.ts'
import { FactSection } from './fact-section.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Reversal } from './reversal.tsx'

/** Money that was paid back. Shown once there is some, or some could be. */
export function Refunds({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const query = useRefunds(request)
  const columns = useColumns()
  const { status, totals } = request
  const isPossible = takesRefunds.includes(status) && !isZero(totals.refundable_amount)
  // Before the request is completed, a refund is a next step, which has its own button.
  const mayAdd = usePermission('requests:approve') && isPossible && !moveRule(status, 'refunded')
  const mayOrder =
    usePermission('requests:approve') &&
    request.fiat_currency === 'RUB' &&
    query.data?.some(({ reversed }) => !reversed)
  if (!mayAdd && !query.data?.length) return null
  return (
    <FactSection
      title={translate('kontor.deal.refunds')}
      query={query}
      columns={columns}
      empty={translate('kontor.deal.refunds_empty')}
      more={
        mayOrder && (
          <Button component={Link} to="/payment-files" size="small">
            {translate('kontor.payment_files.pay')}
          </Button>
        )
      }
      add={
        mayAdd
          ? {
              label: translate('kontor.request_action.refunded'),
              dialog: (close) => <RefundDialog request={request} onClose={close} />,
            }
          : undefined
      }
    />
  )
}

function useColumns(): Column<RefundResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const doer = useDoerName()
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  return [
    {
      key: 'paid_at',
      label: label('paid_at'),
      render: ({ paid_at, recorded_by, recorded_at }) => (
        <>
          <BookedAt at={paid_at} />
          <Typography variant="body2" color="textSecondary">
            {doer(recorded_by)} · <Ago at={recorded_at} />
          </Typography>
        </>
      ),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency, reversed }) => (
        <Box component={reversed ? 's' : 'span'}>{format(amount, currency)}</Box>
      ),
    },
    {
      key: 'reference',
      label: label('refund_sent'),
      render: ({ reference, account }) => (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <div>{reference}</div>
          <div>{account}</div>
        </Box>
      ),
    },
    {
      key: 'reason',
      label: translate('kontor.requests.fields.reason'),
      render: ({ reason_code }) => (reason_code ? translate(`kontor.request_reason.${reason_code}`) : ''),
    },
    { key: 'state', label: label('state'), render: (refund) => <State refund={refund} /> },
  ]
}

function State({ refund }: { refund: RefundResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const amount = format(refund.amount, refund.currency)
  return (
    <Reversal
      fact={refund}
      name={refund.reference ?? amount}
      text={translate('kontor.deal.reverse')}
      help={translate('kontor.deal.reverse_refund_help', { amount })}
      done="kontor.deal.done.reverse_refund"
      validate={validateBody(reverseRefund, withoutEmpty)}
      send={(values) =>
        call(reverseRefund, {
          params: { request_id: String(refund.request_id), refund_id: refund.id },
          body: withoutEmpty(values) as ReverseRefundBody,
        })
      }
    />
  )
}
