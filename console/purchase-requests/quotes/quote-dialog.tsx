import { Alert, Box } from '@mui/material'
import { useState } from 'react'
import { DateTimeInput, RadioButtonGroupInput, useLocale, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { Fault } from '../../../contract/api/faults.ts'
import { createQuote } from '../../../contract/operations/purchase-requests/deals.ts'
import type { CreateQuoteBody } from '../../../contract/purchase-requests/deals.ts'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { quotedFaults } from '../../../contract/purchase-requests/quoted-price.ts'
import { call } from '../../api/client.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { AmountInput } from '../../shared/fields/amount-input.tsx'
import { checkBody } from '../../shared/forms/check-body.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { localMinute } from '../../shared/time/local-minute.ts'
import { parseAmount } from '../../shared/values/amounts.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { withAmounts, withInstants } from '../../shared/values/typed-values.ts'
import { useRecordFact } from '../facts/use-record-fact.ts'
import { BackToReview } from './back-to-review.tsx'
import { quotePrice } from './quote-price.ts'
import { isUnusualRate, useUnusualRate } from './unusual-rate.tsx'
import { explainConflict } from './version-conflict.tsx'

type Values = Record<string, unknown>
type Request = PurchaseRequestResponse

/** As long as a desk usually keeps a price. */
const hour = 3_600_000

/** A new price: for an amount of the asset, or for an amount of money. */
export function QuoteDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const translate = useTranslate()
  const record = useRecordFact(onClose)
  const rate = useUnusualRate()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  const [initial] = useState(() => ({
    by: 'crypto_amount',
    rate: request.rate,
    crypto_amount: request.crypto_amount,
    fiat_amount: request.fiat_amount,
    fee_amount: request.fee_amount,
    quote_expires_at: localMinute(new Date(Date.now() + hour)),
  }))
  return (
    <FormDialog
      title={`${translate('kontor.deal.new_quote')}: ${request.number}`}
      submitLabel={translate('kontor.deal.new_quote')}
      defaultValues={initial}
      validate={(values) => fieldErrors(faultsOf(request, toBody(values)))}
      onSubmit={(values) =>
        record(
          () =>
            call(createQuote, {
              params: { request_id: request.id },
              body: { ...toBody(values), version: request.version } as CreateQuoteBody,
            }),
          () => 'kontor.deal.done.quote',
        ).catch((error) => {
          rate.refused(error)
          throw error
        })
      }
      onClose={onClose}
      explain={(error) => (isUnusualRate(error) ? false : explainConflict(error))}
    >
      <BackToReview request={request} />
      <AmountInput source="rate" label={`${label('rate')}, ${request.fiat_currency}`} required />
      <AmountChoice request={request} />
      <AmountInput source="fee_amount" label={`${label('fee_amount')}, ${request.fiat_currency}`} />
      <DateTimeInput
        source="quote_expires_at"
        label={label('quote_expires_at')}
        required
        helperText={false}
      />
      <Price request={request} />
      {rate.notice}
    </FormDialog>
  )
}

/** Which of the two amounts is given; the other one follows. */
function AmountChoice({ request }: { request: Request }) {
  const translate = useTranslate()
  const by = useWatch({ name: 'by' })
  const label = (name: string) => translate(`kontor.deal.quote_by.${name}`)
  const choices = ['crypto_amount', 'fiat_amount'].map((id) => ({ id, name: label(id) }))
  const unit = by === 'fiat_amount' ? request.fiat_currency : request.asset
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      <RadioButtonGroupInput source="by" label={label('title')} choices={choices} helperText={false} />
      <AmountInput key={by} source={by} label={`${label(by)}, ${unit}`} required />
    </Box>
  )
}

/** What the organization would pay, before it is sent. */
function Price({ request }: { request: Request }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const locale = useLocale()
  const values = useWatch() as Record<string, string | undefined>
  const read = (name: string) => {
    const typed = values[name]
    return typed ? parseAmount(typed, locale) : undefined
  }
  const { by = 'crypto_amount' } = values
  const price = quotePrice(request, {
    rate: read('rate'),
    [by]: read(by),
    fee_amount: read('fee_amount'),
  })
  if (!price) return null
  const { fiat_currency: currency } = request
  return (
    <Alert severity="info" icon={false} role="status">
      {translate('kontor.deal.quote_price', {
        amount: format(price.crypto_amount, request.asset),
        fiat: format(price.fiat_amount, currency),
        total: format(price.total_amount, currency),
        before: format(request.total_amount, currency),
      })}
    </Alert>
  )
}

/** Those that need the request are found only in a body that is right by itself. */
function faultsOf(request: Request, body: Values): Fault[] {
  const faults = checkBody(createQuote, body)
  return faults.length > 0 ? faults : quotedFaults(request, body as CreateQuoteBody)
}

function toBody({ by, ...values }: Values): Values {
  const { crypto_amount, fiat_amount, ...others } = values
  const amount = by === 'fiat_amount' ? { fiat_amount } : { crypto_amount }
  const amounts = ['rate', 'fee_amount', 'crypto_amount', 'fiat_amount']
  return withInstants(withAmounts(withoutEmpty({ ...others, ...amount }), amounts), ['quote_expires_at'])
}
