import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { refundCredit } from '../../contract/operations/purchase-requests/deals.ts'
import type { CreditResponse, RefundCreditBody } from '../../contract/purchase-requests/deals.ts'
import { call } from '../api/client.ts'
import { useRecordFact } from '../purchase-requests/facts/use-record-fact.ts'
import { RefundFields } from '../shared/fields/refund-fields.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { withAmounts } from '../shared/values/typed-values.ts'

type Values = Record<string, unknown>

const toBody = (values: Values) => withAmounts(withoutEmpty(values), ['amount'])

/** Money of a credit that was paid back. */
export function RefundCreditDialog({ credit, onClose }: { credit: CreditResponse; onClose: () => void }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const record = useRecordFact(onClose)
  const [initial] = useState({ amount: credit.left_amount, account: credit.payer_account ?? '' })
  return (
    <FormDialog
      title={`${translate('kontor.credits.refund')}: ${credit.reference}`}
      submitLabel={translate('kontor.credits.refund')}
      defaultValues={initial}
      validate={validateBody(refundCredit, toBody)}
      onSubmit={(values) =>
        record(
          () =>
            call(refundCredit, {
              params: { credit_id: credit.id },
              body: toBody(values) as RefundCreditBody,
            }),
          () => 'kontor.credits.done.refunded',
        )
      }
      onClose={onClose}
      color="error"
    >
      <RefundFields
        currency={credit.currency}
        help={translate('kontor.credits.left', { amount: format(credit.left_amount, credit.currency) })}
      />
    </FormDialog>
  )
}
