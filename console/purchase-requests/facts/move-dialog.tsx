import { useState } from 'react'
import { DateTimeInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { missing } from '../../../contract/api/faults.ts'
import { updatePurchaseRequestStatus } from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import {
  type MoveField,
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestReasons,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  NextStep,
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import { isAlike, useAlikeAddresses } from '../../address-book/alike-addresses.tsx'
import { call } from '../../api/client.ts'
import { useApprovedContent } from '../../control/approval-queries.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { BlockedNotice, readBlockers } from '../../shared/answers/blockers.tsx'
import { checkBody } from '../../shared/forms/check-body.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { minuteOf } from '../../shared/time/local-minute.ts'
import { withInstants } from '../../shared/values/typed-values.ts'
import { useRefreshDeals } from './fact-queries.ts'

/** The steps with a negative outcome. */
export const endings = new Set<PurchaseRequestStatus>(['rejected', 'cancelled', 'failed', 'refunded'])

type Values = Record<string, unknown>
/** The fields of the steps that have no dialog of their own. */
type DialogField = Extract<MoveField, 'reason_code' | 'quote_expires_at'>

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
  const refresh = useRefreshDeals()
  const { status: to, needs } = step
  const takes = moveRule(request.status, to)?.takes ?? []
  const fields = [...needs, ...takes.filter((field) => !needs.includes(field))] as DialogField[]
  const approved = useApprovedContent('request.approve', request.id)
  const alike = useAlikeAddresses()
  const [initial] = useState(() =>
    // What others have approved is in the form again. Without a change of the time there is nothing to say about it.
    to === 'approved' && approved && approved.quote_expires_at !== request.quote_expires_at
      ? { quote_expires_at: minuteOf(approved.quote_expires_at) }
      : {},
  )

  async function move(values: Values) {
    const body = {
      ...toBody(values),
      ...alike.flag,
      status: to,
      version: request.version,
    } as UpdatePurchaseRequestStatusBody
    try {
      await call(updatePurchaseRequestStatus, { params: { request_id: request.id }, body })
    } catch (error) {
      alike.refused(error)
      throw error
    } finally {
      refresh()
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
    return fieldErrors(faults)
  }

  return (
    <FormDialog
      title={`${translate(`kontor.request_action.${to}`)}: ${request.number}`}
      submitLabel={translate(`kontor.request_action.${to}`)}
      defaultValues={initial}
      validate={validate}
      onSubmit={move}
      onClose={onClose}
      dismissLabel={translate('kontor.action.close')}
      color={endings.has(to) ? 'error' : 'primary'}
      explain={(error) => {
        if (isAlike(error)) return false
        return readBlockers(error).length > 0 ? <BlockedNotice error={error} /> : undefined
      }}
    >
      {fields.map((field) => (
        <Field key={field} field={field} isNeeded={needs.includes(field)} />
      ))}
      <TextInput
        source="comment"
        label={translate('kontor.requests.fields.comment')}
        helperText={false}
        multiline
      />
      {alike.notice}
    </FormDialog>
  )
}

function Field({ field, isNeeded }: { field: DialogField; isNeeded: boolean }) {
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
  return (
    <DateTimeInput
      source={field}
      label={translate('kontor.requests.fields.quote_expires_at')}
      required={isNeeded}
      helperText={false}
    />
  )
}

function toBody(values: Values): Values {
  return withInstants(withoutEmpty(values), ['quote_expires_at'])
}
