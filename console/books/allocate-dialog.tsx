import { Alert } from '@mui/material'
import { useEffect, useState } from 'react'
import { SelectInput, useTranslate } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { isZero } from '../../contract/money/decimal.ts'
import { allocateCredit } from '../../contract/operations/purchase-requests/deals.ts'
import type { AllocateCreditBody, CreditResponse } from '../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { useRecordFact } from '../purchase-requests/facts/use-record-fact.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { withAmounts } from '../shared/values/typed-values.ts'
import { useRequestsFor } from './credit-queries.ts'
import { suggestedAmount } from './suggested-amount.ts'

type Values = Record<string, unknown>

const toBody = (values: Values) => withAmounts(withoutEmpty(values), ['amount'])

/** Money of a credit becomes a payment of a request of the same organization. */
export function AllocateDialog({ credit, onClose }: { credit: CreditResponse; onClose: () => void }) {
  const translate = useTranslate()
  const record = useRecordFact(onClose)
  const query = useRequestsFor(credit)
  const [initial] = useState({ amount: credit.left_amount })
  return (
    <FormDialog
      title={`${translate('kontor.credits.allocate')}: ${credit.reference}`}
      submitLabel={translate('kontor.credits.allocate')}
      defaultValues={initial}
      validate={validateBody(allocateCredit, toBody)}
      onSubmit={(values) =>
        record(
          () =>
            call(allocateCredit, {
              params: { credit_id: credit.id },
              body: toBody(values) as AllocateCreditBody,
            }),
          () => 'kontor.credits.done.allocated',
        )
      }
      onClose={onClose}
    >
      <QueryState query={query}>
        {(requests) =>
          requests.length === 0 ? (
            <Alert severity="info">{translate('kontor.credits.no_requests')}</Alert>
          ) : (
            <Fields credit={credit} requests={requests} />
          )
        }
      </QueryState>
    </FormDialog>
  )
}

function Fields({ credit, requests }: { credit: CreditResponse; requests: PurchaseRequestResponse[] }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  useSuggestion(credit, requests)
  const choices = requests.map(({ id, number, asset, crypto_amount, fiat_currency, totals }) => {
    const missing = totals.outstanding_amount
    const standing = isZero(missing)
      ? translate('kontor.credits.nothing_missing')
      : translate('kontor.credits.missing', { amount: format(missing, fiat_currency) })
    return { id, name: `${number} · ${format(crypto_amount, asset)} · ${standing}` }
  })
  return (
    <>
      <SelectInput
        margin="none"
        source="request_id"
        label={translate('kontor.credits.request')}
        choices={choices}
        translateChoice={false}
        required
        helperText={false}
      />
      <AmountInput
        source="amount"
        label={`${translate('kontor.deal.fields.amount')}, ${credit.currency}`}
        help={translate('kontor.credits.left', { amount: format(credit.left_amount, credit.currency) })}
        required
      />
    </>
  )
}

/** Fills in what is missing of the chosen request, unless the person has typed an amount. */
function useSuggestion(credit: CreditResponse, requests: PurchaseRequestResponse[]): void {
  const { setValue } = useFormContext()
  const { dirtyFields } = useFormState()
  const chosen = useWatch({ name: 'request_id' })
  const request = requests.find(({ id }) => id === chosen)
  const suggested = request && !dirtyFields.amount ? suggestedAmount(credit, request) : undefined
  useEffect(() => {
    if (suggested !== undefined) setValue('amount', suggested)
  }, [suggested, setValue])
}
