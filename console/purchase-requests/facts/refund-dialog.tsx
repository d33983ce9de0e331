import { useState } from 'react'
import { SelectInput, useTranslate } from 'react-admin'
import { isZero } from '../../../contract/money/decimal.ts'
import { createRefund } from '../../../contract/operations/purchase-requests/deals.ts'
import type { CreateRefundBody } from '../../../contract/purchase-requests/deals.ts'
import { purchaseRequestReasons } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { RefundFields } from '../../shared/fields/refund-fields.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withAmounts, withInstants } from '../../shared/values/typed-values.ts'
import { usePayments } from './fact-queries.ts'
import { excessOf } from './standing.ts'
import { useRecordFact } from './use-record-fact.ts'

type Values = Record<string, unknown>

const toBody = (values: Values) => withInstants(withAmounts(withoutEmpty(values), ['amount']), ['paid_at'])

/** Money that was paid back: what is above the total, or as much as is left of what was received. */
export function RefundDialog({
  request,
  onClose,
}: {
  request: PurchaseRequestResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const record = useRecordFact(onClose)
  const { refundable_amount: refundable } = request.totals
  const { data: payments = [] } = usePayments(request)
  const [initial] = useState(() => {
    const excess = excessOf(request)
    const paidFrom = payments.find(({ payer_account, reversed }) => payer_account && !reversed)
    return {
      amount: isZero(excess) ? refundable : excess,
      account: paidFrom?.payer_account ?? '',
      ...(!isZero(excess) && { reason_code: 'customer_request' }),
    }
  })
  const choices = purchaseRequestReasons.map((id) => ({ id, name: `kontor.request_reason.${id}` }))
  return (
    <FormDialog
      title={`${translate('kontor.request_action.refunded')}: ${request.number}`}
      submitLabel={translate('kontor.request_action.refunded')}
      defaultValues={initial}
      validate={validateBody(createRefund, toBody)}
      onSubmit={(values) =>
        record(
          () =>
            call(createRefund, {
              params: { request_id: request.id },
              body: toBody(values) as CreateRefundBody,
            }),
          () => 'kontor.deal.done.refund',
        )
      }
      onClose={onClose}
      color="error"
    >
      <RefundFields
        currency={request.fiat_currency}
        help={translate('kontor.deal.refundable', { amount: format(refundable, request.fiat_currency) })}
      />
      <SelectInput
        margin="none"
        source="reason_code"
        label={translate('kontor.requests.fields.reason')}
        choices={choices}
        required
        helperText={false}
      />
    </FormDialog>
  )
}
