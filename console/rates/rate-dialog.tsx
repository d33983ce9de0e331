import { useQueryClient } from '@tanstack/react-query'
import { DateInput, NumberInput, SelectInput, useNotify, useTranslate } from 'react-admin'
import { type RateResponse, rateCurrency, type SetRateBody } from '../../contract/books/rates.ts'
import { currencyCodes } from '../../contract/money/currencies.ts'
import { setRate } from '../../contract/operations/books/rates.ts'
import { call } from '../api/client.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { withAmounts } from '../shared/values/typed-values.ts'

const choices = currencyCodes.filter((code) => code !== rateCurrency).map((id) => ({ id, name: id }))
const toBody = (values: Record<string, unknown>) => withAmounts(withoutEmpty(values), ['rate'])

/** A rate that is typed, or another value for the one of a day. */
export function RateDialog({ rate, onClose }: { rate?: RateResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const label = (name: string) => translate(`kontor.rates.columns.${name}`)
  return (
    <FormDialog
      title={translate(rate ? 'kontor.rates.change_title' : 'kontor.rates.new')}
      submitLabel={translate('kontor.rates.save')}
      defaultValues={
        rate
          ? { currency: rate.currency, day: rate.day, nominal: rate.nominal, rate: rate.rate }
          : { currency: 'USD', nominal: 1 }
      }
      validate={validateBody(setRate, toBody)}
      onSubmit={async (values) => {
        await call(setRate, { body: toBody(values) as SetRateBody })
        notify('kontor.rates.saved', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['rates'] })
        onClose()
      }}
      onClose={onClose}
    >
      <SelectInput
        margin="none"
        source="currency"
        label={label('currency')}
        choices={choices}
        translateChoice={false}
        helperText={false}
        readOnly={rate !== undefined}
        required
      />
      <DateInput
        source="day"
        label={label('day')}
        helperText={translate('kontor.rates.day_help')}
        readOnly={rate !== undefined}
        required
      />
      <NumberInput source="nominal" label={label('nominal')} helperText={false} min={1} required />
      <AmountInput
        source="rate"
        label={translate('kontor.rates.rate_in_roubles')}
        help={translate('kontor.rates.rate_help')}
        required
      />
    </FormDialog>
  )
}
