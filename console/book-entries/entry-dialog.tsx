import AddIcon from '@mui/icons-material/Add'
import { Button, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DateInput, SelectInput, TextInput, useNotify, useTranslate, ValidationError } from 'react-admin'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { isObject } from '../../contract/api/common.ts'
import { type Fault, missing } from '../../contract/api/faults.ts'
import { type CreateEntryBody, mostLegs } from '../../contract/books/book-entries.ts'
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
const ofPair = ['debit', 'credit', 'amount'] as const
/** So that an entry has at most as many legs as the service takes. */
const mostPairs = mostLegs / 2

/** What is debited and credited by the same amount. An entry of several is as balanced as each of them. */
const pairsIn = ({ pairs }: Values): Values[] =>
  Array.isArray(pairs) ? pairs.map((pair) => (isObject(pair) ? pair : {})) : []

const usesClient = (values: Values) =>
  pairsIn(values).some(({ debit, credit }) => debit === clientAccount || credit === clientAccount)

function legsOf(typed: Values, client: string | undefined): CreateEntryBody['legs'] {
  const { debit, credit, amount, currency } = withAmounts(typed, ['amount'])
  const commodity = String(currency)
  const leg = (chosen: unknown, signed: string) => ({
    account: bookAccount(String(chosen), commodity, client),
    commodity,
    amount: signed,
  })
  return [leg(debit, String(amount)), leg(credit, `-${String(amount)}`)]
}

function toBody(values: Values): CreateEntryBody {
  const { date, text, organization_id } = values
  const client = organization_id ? String(organization_id) : undefined
  return {
    date: String(date),
    text: String(text),
    ...(usesClient(values) && client !== undefined && { organization_id: client }),
    legs: pairsIn(values).flatMap((pair) => legsOf(pair, client)),
  }
}

function faultsOf(values: Values): Fault[] {
  const empty = (['date', 'text'] as const)
    .filter((name) => !values[name])
    .map((name) => missing(['body', name]))
  const ofPairs = pairsIn(values).flatMap((pair, index) =>
    ofPair.filter((name) => !pair[name]).map((name) => missing(['body', 'pairs', index, name])),
  )
  const lacksClient = usesClient(values) && !values.organization_id
  return [...empty, ...ofPairs, ...(lacksClient ? [missing(['body', 'organization_id'])] : [])]
}

/**
 * An entry between two accounts, or several of them; an opening balance is one against the account of opening balances.
 */
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
        pairs: [{ currency: 'RUB', ...(isOpening && { credit: 'opening' }) }],
        ...(isOpening && { text: text('opening_text') }),
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
      <Pairs isOpening={isOpening} />
      <Client />
    </FormDialog>
  )
}

/** Each with accounts, a currency and an amount of its own. */
function Pairs({ isOpening }: { isOpening: boolean }) {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray({ name: 'pairs' })
  const pairs = useWatch({ name: 'pairs' }) as Values[] | undefined
  const text = (name: string) => translate(`kontor.book_entries.${name}`)
  const add = () =>
    append({ currency: pairs?.at(-1)?.currency ?? 'RUB', ...(isOpening && { credit: 'opening' }) })
  return (
    <>
      {fields.map(({ id }, index) => (
        <Stack
          key={id}
          role="group"
          aria-label={translate('kontor.book_entries.pair', { number: index + 1 })}
          sx={{ gap: 2, ...(index > 0 && { borderTop: 1, borderColor: 'divider', pt: 2 }) }}
        >
          <AccountInput source={`pairs.${index}.debit`} label={text('debit')} />
          <AccountInput source={`pairs.${index}.credit`} label={text('credit')} />
          <SelectInput
            margin="none"
            source={`pairs.${index}.currency`}
            label={text('currency')}
            choices={currencies}
            translateChoice={false}
            helperText={false}
            required
          />
          <AmountInput source={`pairs.${index}.amount`} label={text('amount')} required />
          {fields.length > 1 && (
            <Button color="error" onClick={() => remove(index)} sx={{ alignSelf: 'start' }}>
              {text('remove_pair')}
            </Button>
          )}
        </Stack>
      ))}
      {fields.length < mostPairs && (
        <Button startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: 'start' }}>
          {text('add_pair')}
        </Button>
      )}
    </>
  )
}

function AccountInput({ source, label }: { source: string; label: string }) {
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
      label={label}
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

/** Only where the account of a client is one of them. */
function Client() {
  const translate = useTranslate()
  const pairs = useWatch({ name: 'pairs' })
  const { field, fieldState } = useController({ name: 'organization_id' })
  if (!usesClient({ pairs })) return null
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
