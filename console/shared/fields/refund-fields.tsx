import { DateTimeInput, TextInput, useTranslate } from 'react-admin'
import { AmountInput } from './amount-input.tsx'

/** The outgoing payment of a refund. */
export function RefundFields({ currency, help }: { currency: string; help: string }) {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.deal.fields.${name}`)
  return (
    <>
      <AmountInput source="amount" label={`${label('refund_amount')}, ${currency}`} help={help} required />
      <TextInput source="reference" label={label('refund_reference')} required helperText={false} />
      <TextInput source="account" label={label('refund_account')} required helperText={false} />
      <DateTimeInput source="paid_at" label={label('paid_at')} helperText={label('paid_at_help')} />
    </>
  )
}
