import { Alert, AlertTitle, Box } from '@mui/material'
import { SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { purchaseAssets } from '../../../contract/money/assets.ts'
import { correctPurchaseRequest } from '../../../contract/operations/purchase-requests/deals.ts'
import {
  listPurchaseRequestHistory,
  readPurchaseRequest,
} from '../../../contract/operations/purchase-requests/purchase-requests.ts'
import type { CorrectPurchaseRequestBody } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { isAlike, useAlikeAddresses } from '../../address-book/alike-addresses.tsx'
import { useAddressBook } from '../../address-book/book-query.ts'
import { call } from '../../api/client.ts'
import { AmountInput } from '../../shared/fields/amount-input.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useEditConflict } from '../../shared/forms/use-edit-conflict.tsx'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { withAmounts } from '../../shared/values/typed-values.ts'
import { useRefreshDeals } from '../facts/fact-queries.ts'
import { BackToReview } from './back-to-review.tsx'
import { ChangeList, useShownValue } from './change-list.tsx'
import { type CorrectionForm, changesOf, correctionForm, correctionOf } from './correction.ts'
import { DestinationInput } from './destination-input.tsx'
import { NetworkInput } from './network-input.tsx'
import { isUnusualRate, useUnusualRate } from './unusual-rate.tsx'

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
  const notify = useNotify()
  const refresh = useRefreshDeals()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const rate = useUnusualRate()
  const alike = useAlikeAddresses()
  const params = { request_id: request.id }
  const shown = useShownValue(request, [])
  const { base, save, notice } = useEditConflict({
    loaded: request,
    valuesOf: (read) => ({ ...correctionForm(read) }),
    read: () => call(readPurchaseRequest, { params }),
    readChanges: async ({ updated_at }) => {
      const history = await call(listPurchaseRequestHistory, { params, query: { limit: 200 } })
      return history.items
        .filter(({ at, changes }) => changes && at > updated_at)
        .map(({ at, actor, changes }) => ({ at, actor, fields: (changes ?? []).map(({ field }) => field) }))
        .toReversed()
    },
    label,
    show: (path, value) => shown(path, value ? String(value) : null, 'to'),
  })
  const opened = correctionForm(base)
  const toBody = ({ accept_rate, ...values }: Values): Values => ({
    ...correctionOf(opened, typedIn(values)),
    ...(accept_rate === true && { accept_rate }),
    version: base.version,
  })
  return (
    <FormDialog
      title={`${translate('kontor.deal.correct')}: ${request.number}`}
      submitLabel={translate('kontor.deal.correct')}
      defaultValues={{ ...correctionForm(request) }}
      validate={validateBody(correctPurchaseRequest, toBody)}
      onSubmit={async (values) => {
        const body = { ...(toBody(values) as CorrectPurchaseRequestBody), ...alike.flag }
        const isSaved = await save({ ...typedIn(values) }, () =>
          call(correctPurchaseRequest, { params, body }),
        )
          .catch((error) => {
            rate.refused(error)
            alike.refused(error)
            throw error
          })
          .finally(refresh)
        if (!isSaved) return
        notify('kontor.deal.done.correction', { type: 'success' })
        onClose()
      }}
      onClose={onClose}
      explain={(error) => (isUnusualRate(error) || isAlike(error) ? false : undefined)}
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
      <DestinationInput organizationId={request.organization_id} onChange={alike.forget} />
      {alike.notice}
      <TextInput source="comment" label={label('comment')} multiline helperText={false} />
      <Changes request={base} opened={opened} />
      {rate.notice}
      {notice}
    </FormDialog>
  )
}

function Changes({ request, opened }: { request: PurchaseRequestResponse; opened: CorrectionForm }) {
  const translate = useTranslate()
  const { data = [] } = useAddressBook(request.organization_id)
  const addressOf = (id: string) => data.find((entry) => entry.id === id)?.address
  const changes = changesOf(request, correctionOf(opened, typedIn(useWatch())), addressOf)
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
