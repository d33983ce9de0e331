import { Alert } from '@mui/material'
import { useState } from 'react'
import { DateTimeInput, TextInput, useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { isZero } from '../../../contract/money/decimal.ts'
import { createPayment } from '../../../contract/operations/purchase-requests/deals.ts'
import type { CreatePaymentBody } from '../../../contract/purchase-requests/deals.ts'
import { acceptsMoney } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { useApprovedContent } from '../../control/approval-queries.ts'
import { AmountInput } from '../../shared/fields/amount-input.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { localMinute, minuteOf } from '../../shared/time/local-minute.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withAmounts, withInstants } from '../../shared/values/typed-values.ts'
import { acceptedAmount, Deviation } from './deviation.tsx'
import { useRecordFact } from './use-record-fact.ts'

type Values = Record<string, unknown>

/** Money that came for a request. A request that takes none keeps it as a credit of the organization. */
export function PaymentDialog({
  request,
  onClose,
}: {
  request: PurchaseRequestResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const record = useRecordFact(onClose)
  const [overpayment, setOverpayment] = useState<Overpayment | null>(null)
  const { fiat_currency: currency, totals } = request
  const approved = useApprovedContent('payment.record', request.id)
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  // Only the first ones count: the request may change while somebody types.
  const [initial] = useState(() => ({
    amount: isZero(totals.outstanding_amount) ? '' : totals.outstanding_amount,
    // Without seconds: not in the future, even if the clock of the service is a little behind.
    received_at: localMinute(new Date()),
    ...(approved && valuesOf(approved)),
  }))

  const toBody = ({ [acceptedAmount]: accepted, ...values }: Values): Values => {
    const body = withInstants(withAmounts(withoutEmpty(values), ['amount']), ['received_at'])
    const isAccepted = overpayment?.amount === body.amount && accepted === body.amount
    return { ...body, currency, ...(isAccepted && { accept_overpayment: true }) }
  }

  async function send(values: Values) {
    const body = toBody(values) as CreatePaymentBody
    try {
      await record(
        () => call(createPayment, { params: { request_id: request.id }, body }),
        ({ kind }) => `kontor.deal.done.${kind}`,
      )
    } catch (error) {
      setOverpayment(readOverpayment(error, body.amount) ?? overpayment)
      throw error
    }
  }

  return (
    <FormDialog
      title={`${translate('kontor.request_action.paid')}: ${request.number}`}
      submitLabel={translate('kontor.request_action.paid')}
      defaultValues={initial}
      validate={validateBody(createPayment, toBody)}
      onSubmit={send}
      onClose={onClose}
      explain={({ code }) => (code === 'overpayment' ? false : undefined)}
    >
      {!acceptsMoney(request) && (
        <Alert severity="info">
          {translate('kontor.deal.kept_as_credit', {
            status: translate(`kontor.request_status.${request.status}`),
          })}
        </Alert>
      )}
      <AmountInput source="amount" label={`${label('received_amount')}, ${currency}`} required />
      <TextInput source="reference" label={label('reference')} required helperText={false} />
      <DateTimeInput source="received_at" label={label('received_at')} required helperText={false} />
      <TextInput source="payer_name" label={label('payer_name')} helperText={label('payer_name_help')} />
      <TextInput source="payer_inn" label={label('payer_inn')} helperText={label('payer_inn_help')} />
      <TextInput source="payer_account" label={label('payer_account')} helperText={false} />
      <TextInput source="own_account" label={label('own_account')} helperText={label('own_account_help')} />
      {overpayment && <OverpaymentFigures overpayment={overpayment} currency={currency} />}
    </FormDialog>
  )
}

/** The fields of a payment that others have approved. */
function valuesOf({ amount, reference, received_at, account, ...payer }: Values): Values {
  const { payer_name, payer_inn, payer_account } = payer
  return {
    amount,
    reference,
    ...(received_at ? { received_at: minuteOf(received_at) } : {}),
    payer_name,
    payer_inn,
    payer_account,
    own_account: account,
  }
}

interface Overpayment {
  amount: string
  total: string
  received: string
  excess: string
}

function readOverpayment(error: unknown, amount: string): Overpayment | undefined {
  if (!(error instanceof KontorError) || error.code !== 'overpayment') return undefined
  const { total_amount, received_amount, excess_amount } = error.context as Record<string, string>
  return {
    amount,
    total: total_amount ?? '0',
    received: received_amount ?? '0',
    excess: excess_amount ?? '0',
  }
}

function OverpaymentFigures({ overpayment, currency }: { overpayment: Overpayment; currency: string }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { amount, total, received, excess } = overpayment
  const figure = (name: string, value: string) => ({
    label: translate(`kontor.deal.figures.${name}`),
    value: format(value, currency),
  })
  return (
    <Deviation
      amount={amount}
      title={translate('kontor.deal.overpayment', { amount: format(excess, currency) })}
      figures={[figure('total', total), figure('received_before', received), figure('this_payment', amount)]}
      confirm={translate('kontor.deal.accept_overpayment', { amount: format(excess, currency) })}
    />
  )
}
