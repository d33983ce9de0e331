import { Alert, AlertTitle } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { BooleanInput, DateTimeInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import type { KontorError } from '../../client/src/errors.ts'
import { isZero } from '../../contract/decimal.ts'
import { fault, missing } from '../../contract/faults.ts'
import { updatePurchaseRequestStatus } from '../../contract/operations/purchase-requests.ts'
import {
  isTxHash,
  type MoveField,
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestReasons,
  txHashForms,
} from '../../contract/purchase-request-rules.ts'
import type {
  NextStep,
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { faultMessage, fieldErrors } from '../i18n/fault-text.ts'
import { checkBody } from '../shared/check-body.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withAmounts, withoutEmpty } from '../shared/form-values.ts'
import { Blockers, readBlockers } from './blockers.tsx'

/** The steps with a negative outcome. */
export const endings = new Set<PurchaseRequestStatus>(['rejected', 'cancelled', 'failed', 'refunded'])

type Values = Record<string, unknown>

/** One step of a request: its required and optional fields according to the contract, and a comment. */
export function MoveDialog({
  request,
  step,
  onClose,
}: {
  request: PurchaseRequestResponse
  step: NextStep
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { status: to, needs } = step
  const takes = moveRule(request.status, to)?.takes ?? []
  const fields = [...needs, ...takes.filter((field) => !needs.includes(field))]

  async function move(values: Values) {
    const body = {
      ...toBody(values),
      status: to,
      version: request.version,
    } as UpdatePurchaseRequestStatusBody
    try {
      await call(updatePurchaseRequestStatus, { params: { request_id: request.id }, body })
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['purchase-requests'] })
      void queryClient.invalidateQueries({ queryKey: ['next-steps'] })
      void queryClient.invalidateQueries({ queryKey: ['overview'] })
    }
    notify('kontor.requests.moved', {
      type: 'success',
      messageArgs: { status: translate(`kontor.request_status.${to}`) },
    })
    onClose()
  }

  function validate(values: Values) {
    const body = toBody(values)
    const faults = [
      ...needs.filter((field) => body[field] === undefined).map((field) => missing(['body', field])),
      ...checkBody(updatePurchaseRequestStatus, { ...body, status: to }),
    ]
    const errors = fieldErrors(faults)
    const hash = body.tx_hash
    if (typeof hash === 'string' && !isTxHash(request.network, hash)) {
      errors.tx_hash = faultMessage(fault(['body', 'tx_hash'], txHashForms[request.network].fault))
    }
    return errors
  }

  return (
    <FormDialog
      title={`${translate(`kontor.request_action.${to}`)}: ${request.number}`}
      submitLabel={translate(`kontor.request_action.${to}`)}
      defaultValues={needs.includes('received_amount') ? { received_amount: request.total_amount } : {}}
      validate={validate}
      onSubmit={move}
      onClose={onClose}
      dismissLabel={translate('kontor.action.close')}
      color={endings.has(to) ? 'error' : 'primary'}
      explain={(error) => (readBlockers(error).length > 0 ? <Refusal error={error} /> : undefined)}
    >
      {fields.map((field) => (
        <Field key={field} field={field} isNeeded={needs.includes(field)} request={request} />
      ))}
      <TextInput
        source="comment"
        label={translate('kontor.requests.fields.comment')}
        helperText={false}
        multiline
      />
    </FormDialog>
  )
}

function Field({
  field,
  isNeeded,
  request,
}: {
  field: MoveField
  isNeeded: boolean
  request: PurchaseRequestResponse
}) {
  const translate = useTranslate()
  if (field === 'reason_code') {
    const choices = purchaseRequestReasons.map((id) => ({ id, name: `kontor.request_reason.${id}` }))
    return (
      <SelectInput
        margin="none"
        source={field}
        label={translate('kontor.requests.fields.reason')}
        choices={choices}
        required={isNeeded}
        helperText={false}
      />
    )
  }
  if (field === 'received_at' || field === 'quote_expires_at') {
    const label =
      field === 'received_at' ? 'kontor.requests.received_at' : 'kontor.requests.fields.quote_expires_at'
    return <DateTimeInput source={field} label={translate(label)} required={isNeeded} helperText={false} />
  }
  if (field === 'accept_underpayment') {
    if (isZero(request.totals.outstanding_amount)) return null
    return (
      <BooleanInput
        source={field}
        label={translate('kontor.requests.accept_underpayment')}
        helperText={false}
      />
    )
  }
  const label = field === 'tx_hash' ? 'kontor.requests.fields.tx_hash' : `kontor.requests.${field}`
  return (
    <TextInput
      source={field}
      label={`${translate(label)}${field === 'received_amount' ? `, ${request.fiat_currency}` : ''}`}
      required={isNeeded}
      helperText={false}
      parse={(value: string) => (field === 'received_amount' ? value : value.trim())}
    />
  )
}

/** Lists everything that blocks an approval, with links to resolve it. */
function Refusal({ error }: { error: KontorError }) {
  const translate = useTranslate()
  return (
    <Alert severity="warning">
      <AlertTitle>{translate('kontor.requests.blocked')}</AlertTitle>
      <Blockers blockers={readBlockers(error)} />
    </Alert>
  )
}

/** Amounts and times in the form of the contract. */
function toBody(values: Values): Values {
  const body = withAmounts(withoutEmpty(values), ['received_amount'])
  for (const field of ['received_at', 'quote_expires_at']) {
    const value = body[field]
    if (value !== undefined) body[field] = new Date(value as string).toISOString()
  }
  return body
}
