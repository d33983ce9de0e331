import { Alert, Link } from '@mui/material'
import { useState } from 'react'
import { DateTimeInput, TextInput, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { KontorError } from '../../../client/src/errors.ts'
import { fault } from '../../../contract/api/faults.ts'
import { createDelivery } from '../../../contract/operations/purchase-requests/deals.ts'
import type { CreateDeliveryBody } from '../../../contract/purchase-requests/deals.ts'
import { isTxHash, txHashForms } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { useApprovedContent } from '../../control/approval-queries.ts'
import { faultMessage } from '../../i18n/fault-text.ts'
import { BlockedNotice, readBlockers } from '../../shared/answers/blockers.tsx'
import { AmountInput } from '../../shared/fields/amount-input.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { minuteOf } from '../../shared/time/local-minute.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withAmounts, withInstants } from '../../shared/values/typed-values.ts'
import { acceptedAmount, Deviation } from './deviation.tsx'
import { useRecordFact } from './use-record-fact.ts'

type Values = Record<string, unknown>

/** Coins that were sent: all that is left, or a part of it. */
export function DeliveryDialog({
  request,
  onClose,
}: {
  request: PurchaseRequestResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const record = useRecordFact(onClose)
  const [underpayment, setUnderpayment] = useState<Underpayment | null>(null)
  const { asset, network, totals } = request
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  const approved = useApprovedContent('request.complete', request.id)
  const [initial] = useState({
    amount: approved?.delivery ?? totals.undelivered_amount,
    tx_hash: approved?.tx_hash,
    output: approved?.output,
    delivered_at: minuteOf(approved?.delivered_at),
  })

  const toBody = ({ [acceptedAmount]: accepted, ...values }: Values): Values => {
    const body = withInstants(withAmounts(withoutEmpty(values), ['amount']), ['delivered_at'])
    const isAccepted = underpayment?.amount === body.amount && accepted === body.amount
    return { ...body, ...(isAccepted && { accept_underpayment: true }) }
  }

  async function send(values: Values) {
    const body = toBody(values) as CreateDeliveryBody
    try {
      await record(
        () => call(createDelivery, { params: { request_id: request.id }, body }),
        () => 'kontor.deal.done.delivery',
      )
    } catch (error) {
      setUnderpayment(readUnderpayment(error, body.amount) ?? underpayment)
      throw error
    }
  }

  function validate(values: Values): Values {
    const errors = validateBody(createDelivery, toBody)(values)
    const hash = values.tx_hash
    if (typeof hash === 'string' && hash && !isTxHash(network, hash)) {
      errors.tx_hash = faultMessage(fault(['body', 'tx_hash'], txHashForms[network].fault))
    }
    return errors
  }

  return (
    <FormDialog
      title={`${translate('kontor.request_action.completed')}: ${request.number}`}
      submitLabel={translate('kontor.request_action.completed')}
      defaultValues={initial}
      validate={validate}
      onSubmit={send}
      onClose={onClose}
      explain={(error) => {
        if (readUnderpayment(error, '')) return false
        if (error.code === 'transaction_already_delivers') return <OtherDelivery error={error} />
        return readBlockers(error).length > 0 ? <BlockedNotice error={error} /> : undefined
      }}
    >
      <AmountInput
        source="amount"
        label={`${label('sent_amount')}, ${asset}`}
        help={translate('kontor.deal.undelivered', { amount: format(totals.undelivered_amount, asset) })}
        required
      />
      <TextInput
        source="tx_hash"
        label={translate('kontor.requests.fields.tx_hash')}
        required
        helperText={false}
        parse={(value: string) => value.trim()}
      />
      {network === 'bitcoin' && (
        <TextInput
          source="output"
          type="number"
          label={label('output')}
          helperText={translate('kontor.deal.output_help')}
          parse={(value: string) => (value === '' ? '' : Number(value))}
        />
      )}
      <DateTimeInput
        source="delivered_at"
        label={label('delivered_at')}
        helperText={label('delivered_at_help')}
      />
      {underpayment && <UnderpaymentFigures underpayment={underpayment} request={request} />}
    </FormDialog>
  )
}

/** Which request the transaction delivers already, and how to go on. */
function OtherDelivery({ error }: { error: KontorError }) {
  const translate = useTranslate()
  const { request_id, number } = error.context as { request_id?: string; number?: string }
  return (
    <Alert severity="error">
      {translate('kontor.errors.transaction_already_delivers')}{' '}
      {request_id && (
        <Link component={RouterLink} to={`/purchase-requests/${request_id}/show`}>
          {translate('kontor.deal.to_other_request', { number })}
        </Link>
      )}
    </Alert>
  )
}

interface Underpayment {
  amount: string
  missing: string
}

/** Only if nothing else is in the way: what blocks besides cannot be accepted. */
function readUnderpayment(error: unknown, amount: string): Underpayment | undefined {
  if (!(error instanceof KontorError)) return undefined
  const [first, ...others] = readBlockers(error)
  if (first?.code !== 'underpaid' || others.length > 0) return undefined
  return { amount, missing: first.missing_amount ?? '0' }
}

function UnderpaymentFigures({
  underpayment: { amount, missing },
  request,
}: {
  underpayment: Underpayment
  request: PurchaseRequestResponse
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { fiat_currency: currency, totals } = request
  const figure = (name: string, value: string) => ({
    label: translate(`kontor.deal.figures.${name}`),
    value: format(value, currency),
  })
  return (
    <Deviation
      amount={amount}
      title={translate('kontor.deal.underpayment', { amount: format(missing, currency) })}
      figures={[
        figure('total', request.total_amount),
        figure('received', totals.received_amount),
        figure('refunded', totals.refunded_amount),
      ]}
      confirm={translate('kontor.deal.accept_underpayment', { amount: format(missing, currency) })}
    />
  )
}
