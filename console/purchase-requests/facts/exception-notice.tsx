import { Alert, AlertTitle, Button } from '@mui/material'
import { useState } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import { isZero } from '../../../contract/money/decimal.ts'
import { closeException } from '../../../contract/operations/purchase-requests/deals.ts'
import type { CloseExceptionBody } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { useRecordFact } from './use-record-fact.ts'

/** That a fact was reversed after the request was completed: what is open now, and how it ends. */
export function ExceptionNotice({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const mayClose = usePermission('requests:approve')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const record = useRecordFact(close)
  if (request.exception_since === null) return null
  const text = (name: string, values = {}) => translate(`kontor.deal.exception.${name}`, values)
  const { outstanding_amount: owed } = request.totals
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        mayClose && (
          <Button color="inherit" size="small" onClick={() => setOpen(true)}>
            {text('close')}
          </Button>
        )
      }
    >
      <AlertTitle>{text('title')}</AlertTitle>
      {request.status === 'completed' && !isZero(owed)
        ? text('owed', { amount: format(owed, request.fiat_currency) })
        : text('help')}
      {isOpen && (
        <FormDialog
          title={`${text('close')}: ${request.number}`}
          submitLabel={text('close')}
          validate={validateBody(closeException)}
          onSubmit={(values) =>
            record(
              () =>
                call(closeException, {
                  params: { request_id: request.id },
                  body: values as CloseExceptionBody,
                }),
              () => 'kontor.deal.exception.closed',
            )
          }
          onClose={close}
        >
          <TextInput
            source="reason"
            label={translate('kontor.requests.fields.reason')}
            required
            multiline
            helperText={text('close_help')}
          />
        </FormDialog>
      )}
    </Alert>
  )
}
