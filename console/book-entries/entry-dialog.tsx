import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DateInput, SelectInput, TextInput, useNotify, useTranslate, ValidationError } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { type Fault, missing } from '../../contract/api/faults.ts'
import type { CreateEntryBody } from '../../contract/books/book-entries.ts'
import { currencyCodes } from '../../contract/money/currencies.ts'
import { createEntry } from '../../contract/operations/books/book-entries.ts'
import { listDeskCompanies } from '../../contract/operations/purchase-requests/papers.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { OrganizationField } from '../shared/fields/organization-field.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withAmounts } from '../shared/values/typed-values.ts'
import { bankChoice, bookAccount, clientAccount, numberInBooks, plainAccountNames } from './accounts.ts'

type Values = Record<string, unknown>
const currencies = currencyCodes.map((id) => ({ id, name: id }))
const required = ['date', 'text', 'debit', 'credit', 'amount'] as const

function toBody(typed: Values): CreateEntryBody {
  const { date, text, debit, credit, amount, currency, organization_id } = withAmounts(typed, ['amount'])
  const commodity = String(currency)
  const client = organization_id ? String(organization_id) : undefined
  const value = String(amount)
  const leg = (chosen: unknown, signed: string) => ({
    account: bookAccount(String(chosen), commodity, client),
    commodity,
    amount: signed,
  })
  const usesClient = debit === clientAccount || credit === clientAccount
  return {
    date: String(date),
    text: String(text),
    ...(usesClient && client !== undefined && { organization_id: client }),
    legs: [leg(debit, value), leg(credit, `-${value}`)],
  }
}

function faultsOf(values: Values): Fault[] {
  const empty = required.filter((name) => !values[name]).map((name) => missing(['body', name]))
  const usesClient = values.debit === clientAccount || values.credit === clientAccount
  return usesClient && !values.organization_id ? [...empty, missing(['body', 'organization_id'])] : empty
}

/** An entry between two accounts; an opening balance is one against the account of opening balances. */
export function EntryDialog({ isOpening = false, onClose }: { isOpening?: boolean; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.book_entries.${name}`)
  return (
    <FormDialog
      title={text(isOpening ? 'opening' : 'new')}
      submitLabel={text('post')}
      defaultValues={{
        currency: 'RUB',
        ...(isOpening && { credit: 'opening', text: text('opening_text') }),
      }}
      validate={(values) => fieldErrors(faultsOf(values))}
      onSubmit={async (values) => {
        await call(createEntry, { body: toBody(values) })
        notify('kontor.book_entries.posted', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['book-entries'] })
        void queryClient.invalidateQueries({ queryKey: ['close'] })
        onClose()
      }}
      onClose={onClose}
    >
      <DateInput
        source="date"
        label={text('date')}
        helperText={text(isOpening ? 'opening_date_help' : 'date_help')}
        required
      />
      <TextInput
        source="text"
        label={text('text')}
        helperText={false}
        required
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
      <AccountInput source="debit" />
      <AccountInput source="credit" />
      <Client />
      <SelectInput
        margin="none"
        source="currency"
        label={text('currency')}
        choices={currencies}
        translateChoice={false}
        helperText={false}
        required
      />
      <AmountInput source="amount" label={text('amount')} required />
    </FormDialog>
  )
}

function AccountInput({ source }: { source: 'debit' | 'credit' }) {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: ['desk-companies', 'all'],
    queryFn: ({ signal }) => readAllByCursor((query) => call(listDeskCompanies, { query, signal })),
  })
  const banks = data.flatMap(({ bank_accounts }) => bank_accounts)
  return (
    <SelectInput
      margin="none"
      source={source}
      label={translate(`kontor.book_entries.${source}`)}
      choices={[
        ...banks.map((account) => ({
          id: bankChoice(numberInBooks(account)),
          name: `${translate('kontor.book_entries.account.bank', { number: numberInBooks(account) })} · ${account.currency}`,
        })),
        ...[clientAccount, ...plainAccountNames].map((id) => ({
          id,
          name: translate(`kontor.book_entries.account.${id}`),
        })),
      ]}
      translateChoice={false}
      helperText={false}
      required
    />
  )
}

/** Only where the account of a client is one of the two. */
function Client() {
  const translate = useTranslate()
  const [debit, credit] = useWatch({ name: ['debit', 'credit'] })
  const { field, fieldState } = useController({ name: 'organization_id' })
  if (debit !== clientAccount && credit !== clientAccount) return null
  const { message } = fieldState.error ?? {}
  return (
    <OrganizationField
      label={translate('kontor.book_entries.organization')}
      value={field.value ?? null}
      onChange={field.onChange}
      error={message && <ValidationError error={message} />}
    />
  )
}
