import { Alert } from '@mui/material'
import { DateInput, TextInput, useTranslate } from 'react-admin'
import { acceptPayer, reversePayment } from '../../../contract/operations/purchase-requests/deals.ts'
import type { PaymentResponse } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { useBuyerName } from '../../shared/names/buyer-name.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { useRecordFact } from './use-record-fact.ts'

/** Accepts the payer of a payment, or reverses the payment, with a reason. */
export function PaymentDecisionDialog({
  request,
  payment,
  decision,
  onClose,
}: {
  request: PurchaseRequestResponse
  payment: PaymentResponse
  decision: 'accept_payer' | 'reverse'
  onClose: () => void
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const record = useRecordFact(onClose)
  const operation = decision === 'reverse' ? reversePayment : acceptPayer
  const about = {
    amount: format(payment.amount, payment.currency),
    reference: payment.reference,
    payer: payment.payer_name ?? payment.payer_inn ?? payment.payer_account ?? '',
    organization: useBuyerName({ id: request.organization_id, organization: request.organization }),
  }
  return (
    <FormDialog
      title={`${translate(`kontor.deal.${decision}`)}: ${payment.reference}`}
      submitLabel={translate(`kontor.deal.${decision}`)}
      validate={validateBody(operation, withoutEmpty)}
      onSubmit={(values) =>
        record(
          () =>
            call(operation, {
              params: { request_id: request.id, payment_id: payment.id },
              body: withoutEmpty(values) as { reason: string },
            }),
          () => `kontor.deal.done.${decision}`,
        )
      }
      onClose={onClose}
      color={decision === 'reverse' ? 'error' : 'primary'}
    >
      <Alert severity="warning">
        {translate(
          payment.payer_unknown && decision === 'accept_payer'
            ? 'kontor.deal.accept_unknown_help'
            : `kontor.deal.${decision}_help`,
          about,
        )}
      </Alert>
      {decision === 'reverse' && (
        <DateInput
          source="date"
          label={translate('kontor.deal.fields.correction_date')}
          helperText={translate('kontor.deal.correction_date_help')}
        />
      )}
      <TextInput
        source="reason"
        label={translate('kontor.requests.fields.reason')}
        required
        multiline
        parse={oneLine}
        helperText={false}
      />
    </FormDialog>
  )
}
