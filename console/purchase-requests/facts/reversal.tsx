import { Alert, Button, Stack } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { DateInput, TextInput, useTranslate } from 'react-admin'
import type { DeliveryResponse, RefundResponse } from '../../../contract/purchase-requests/deals.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { Decided } from './decided.tsx'
import { useRecordFact } from './use-record-fact.ts'

type Values = Record<string, unknown>

/** That a refund or a delivery was reversed, or the button that reverses it. */
export function Reversal({
  fact,
  name,
  text,
  help,
  done,
  validate,
  send,
  children,
}: {
  fact: Pick<RefundResponse, 'reversed'> & Partial<Pick<DeliveryResponse, 'returned'>>
  /** What the button is about, for those who do not see the row. */
  name: string
  text: string
  help: string
  done: string
  validate: (values: Values) => Values
  send: (values: Values) => Promise<unknown>
  /** Further fields of the dialog. */
  children?: ReactNode
}) {
  const translate = useTranslate()
  const mayReverse = usePermission('requests:approve')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const record = useRecordFact(close)
  if (fact.reversed)
    return <Decided decision={fact.reversed} text={fact.returned ? 'returned' : 'reversed'} />
  if (!mayReverse) return null
  return (
    <Stack sx={{ alignItems: 'flex-start' }}>
      <Button size="small" color="error" aria-label={`${text}: ${name}`} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && (
        <FormDialog
          title={`${text}: ${name}`}
          submitLabel={text}
          validate={validate}
          onSubmit={(values) =>
            record(
              () => send(values),
              () => done,
            )
          }
          onClose={close}
          color="error"
        >
          <Alert severity="warning">{help}</Alert>
          {children}
          <DateInput
            source="date"
            label={translate('kontor.deal.fields.correction_date')}
            helperText={translate('kontor.deal.correction_date_help')}
          />
          <TextInput
            source="reason"
            label={translate('kontor.requests.fields.reason')}
            required
            multiline
            helperText={false}
          />
        </FormDialog>
      )}
    </Stack>
  )
}
