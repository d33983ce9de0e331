import { Alert, Box, Card, CardContent, Typography } from '@mui/material'
import { useState } from 'react'
import {
  DateTimeInput,
  Form,
  SaveButton,
  SelectInput,
  TextInput,
  useLocale,
  useNotify,
  useTranslate,
  ValidationError,
} from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { purchaseAssets } from '../../contract/money/assets.ts'
import { currencyDecimals, isCurrency } from '../../contract/money/currencies.ts'
import { decimalPlaces, isDecimal } from '../../contract/money/decimal.ts'
import { createPurchaseRequest } from '../../contract/operations/purchase-requests/purchase-requests.ts'
import { priceOf } from '../../contract/purchase-requests/new-purchase-request.ts'
import type { CreatePurchaseRequestBody } from '../../contract/purchase-requests/purchase-requests.ts'
import { isAlike, useAlikeAddresses } from '../address-book/alike-addresses.tsx'
import { call } from '../api/client.ts'
import { submissionErrors } from '../i18n/fault-text.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { OrganizationField } from '../shared/fields/organization-field.tsx'
import { useDraft } from '../shared/forms/drafts.ts'
import { FormDraft } from '../shared/forms/form-draft.ts'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { Page } from '../shared/pages/page.tsx'
import { parseAmount } from '../shared/values/amounts.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { withAmounts, withInstants } from '../shared/values/typed-values.ts'
import { requestPlace } from './lists/request-columns.tsx'
import { DestinationInput } from './quotes/destination-input.tsx'
import { NetworkInput } from './quotes/network-input.tsx'
import { isUnusualRate, useUnusualRate } from './quotes/unusual-rate.tsx'

type Values = Record<string, unknown>

export default function RequestCreate() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<unknown>(null)
  const rate = useUnusualRate()
  const alike = useAlikeAddresses()
  const draft = useDraft()
  const organization_id = new URLSearchParams(useLocation().search).get('organization_id')

  async function submit(values: Values) {
    setFailure(null)
    try {
      const body = { ...(toBody(values) as CreatePurchaseRequestBody), ...alike.flag }
      const created = await call(createPurchaseRequest, { body })
      draft.mark(false)
      notify('kontor.requests.created', { type: 'success', messageArgs: { number: created.number } })
      navigate(requestPlace(created))
      return undefined
    } catch (error) {
      rate.refused(error)
      alike.refused(error)
      setFailure(isUnusualRate(error) || isAlike(error) ? null : error)
      return submissionErrors(error)
    }
  }

  return (
    <Page title={translate('kontor.requests.create_title')}>
      <Form
        noValidate
        defaultValues={{ organization_id, fiat_currency: 'RUB', asset: 'USDT', network: 'tron' }}
        validate={validateBody(createPurchaseRequest, toBody)}
        onSubmit={submit}
        mode="onTouched"
        reValidateMode="onChange"
      >
        <FormDraft draft={draft} />
        <Card>
          <CardContent>
            <Fields onDestination={alike.forget} />
            {alike.notice}
            {rate.notice}
            {failure !== null && (
              <Alert severity="error" sx={{ mt: 2 }}>
                {errorText(failure)}
              </Alert>
            )}
            <SaveButton
              alwaysEnable
              icon={<span hidden />}
              label={translate('kontor.action.create')}
              sx={{ mt: 2 }}
            />
          </CardContent>
        </Card>
      </Form>
    </Page>
  )
}

function Fields({ onDestination }: { onDestination: () => void }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.requests.fields.${name}`)
  return (
    <Box sx={{ display: 'grid', columnGap: 2, rowGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Organization />
      </Box>
      <SelectInput
        margin="none"
        source="asset"
        label={label('asset')}
        choices={purchaseAssets.map((id) => ({ id, name: id }))}
        helperText={false}
      />
      <NetworkInput />
      <AmountInput source="crypto_amount" label={label('crypto_amount')} />
      <AmountInput source="rate" label={label('rate')} />
      <TextInput source="fiat_currency" label={label('fiat_currency')} helperText={false} />
      <AmountInput source="fee_amount" label={label('fee_amount')} />
      <DateTimeInput source="quote_expires_at" label={label('quote_expires_at')} helperText={false} />
      <TextInput source="external_id" label={label('external_id')} helperText={false} />
      <Destination onChange={onDestination} />
      <TextInput
        source="comment"
        label={label('comment')}
        multiline
        helperText={false}
        sx={{ gridColumn: '1 / -1' }}
      />
      <Price />
    </Box>
  )
}

function Organization() {
  const translate = useTranslate()
  const { field, fieldState } = useController({ name: 'organization_id' })
  return (
    <OrganizationField
      label={translate('kontor.requests.fields.organization')}
      value={field.value ?? null}
      onChange={field.onChange}
      error={fieldState.error && <ValidationError error={fieldState.error.message ?? ''} />}
    />
  )
}

function Destination({ onChange }: { onChange: () => void }) {
  const organizationId: string | null = useWatch({ name: 'organization_id' }) ?? null
  return <DestinationInput organizationId={organizationId} onChange={onChange} />
}

/** The total, computed with the functions of the contract. */
function Price() {
  const translate = useTranslate()
  const format = useFormatAmount()
  const locale = useLocale()
  const [amount, typedRate, typedFee, currency] = useWatch({
    name: ['crypto_amount', 'rate', 'fee_amount', 'fiat_currency'],
  })
  const [crypto_amount = '', rate = '', fee = ''] = [amount, typedRate, typedFee].map((typed) =>
    parseAmount(typed ?? '', locale),
  )
  const known = [crypto_amount, rate, fee || '0'].every(isDecimal)
  if (!known || !isCurrency(currency ?? '')) return null
  // A fee with too many places is reported at its field.
  const fee_amount = fee && decimalPlaces(fee) <= currencyDecimals(currency) ? fee : null
  const price = priceOf({ crypto_amount, fiat_currency: currency, rate, fee_amount })
  return (
    <Typography sx={{ gridColumn: '1 / -1' }} role="status">
      {translate('kontor.requests.price', {
        fiat: format(price.fiat_amount, currency),
        total: format(price.total_amount, currency),
      })}
    </Typography>
  )
}

function toBody(values: Values): Values {
  const body = withAmounts(withoutEmpty(values), ['crypto_amount', 'rate', 'fee_amount'])
  return withInstants(body, ['quote_expires_at'])
}
