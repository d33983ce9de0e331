import { Alert, AlertTitle, Box } from '@mui/material'
import { useState } from 'react'
import { SelectInput, TextInput, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { CorrectPurchaseRequestBody } from '../../contract/deals.ts'
import { correctPurchaseRequest } from '../../contract/operations/deals.ts'
import { purchaseAssets } from '../../contract/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { AmountInput } from '../shared/amount-input.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withAmounts } from '../shared/typed-values.ts'
import { validateBody } from '../shared/validate-body.ts'
import { BackToReview } from './back-to-review.tsx'
import { ChangeList } from './change-list.tsx'
import { type CorrectionForm, changesOf, correctionForm, correctionOf } from './correction.ts'
import { NetworkInput } from './network-input.tsx'
import { useRecordFact } from './use-record-fact.ts'
import { explainConflict } from './version-conflict.tsx'

type Values = Record<string, unknown>

/** Corrects what was asked for; shows what would change before it is sent. */
export function CorrectDialog({
  request,
  onClose,
}: {
  request: PurchaseRequestResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const record = useRecordFact(onClose)
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const [opened] = useState(() => correctionForm(request))
  const toBody = (values: Values): Values => ({
    ...correctionOf(opened, typedIn(values)),
    version: request.version,
  })
  return (
    <FormDialog
      title={`${translate('kontor.deal.correct')}: ${request.number}`}
      submitLabel={translate('kontor.deal.correct')}
      defaultValues={{ ...opened }}
      validate={validateBody(correctPurchaseRequest, toBody)}
      onSubmit={(values) =>
        record(
          () =>
            call(correctPurchaseRequest, {
              params: { request_id: request.id },
              body: toBody(values) as CorrectPurchaseRequestBody,
            }),
          () => 'kontor.deal.done.correction',
        )
      }
      onClose={onClose}
      explain={explainConflict}
    >
      <BackToReview request={request} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <SelectInput
          margin="none"
          source="asset"
          label={label('asset')}
          choices={purchaseAssets.map((id) => ({ id, name: id }))}
          helperText={false}
        />
        <NetworkInput />
      </Box>
      <AmountInput source="crypto_amount" label={label('crypto_amount')} />
      <TextInput
        source="destination_address"
        label={label('destination_address')}
        helperText={label('destination_help')}
        parse={(value: string) => value.trim()}
      />
      <TextInput source="comment" label={label('comment')} multiline helperText={false} />
      <Changes request={request} opened={opened} />
    </FormDialog>
  )
}

function Changes({ request, opened }: { request: PurchaseRequestResponse; opened: CorrectionForm }) {
  const translate = useTranslate()
  const changes = changesOf(request, correctionOf(opened, typedIn(useWatch())))
  if (changes.length === 0) return null
  return (
    <Alert severity="info" icon={false} role="status">
      <AlertTitle>{translate('kontor.deal.changes')}</AlertTitle>
      <ChangeList changes={changes} units={request} />
    </Alert>
  )
}

/** A field that was emptied is null in the form. */
function typedIn(values: Values): CorrectionForm {
  const read = withAmounts(values, ['crypto_amount'])
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => [name, value ?? '']),
  ) as unknown as CorrectionForm
}
