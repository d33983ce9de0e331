import { Alert } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DateInput, SelectInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { KontorError } from '../../client/src/errors.ts'
import { issuePaper, listDeskCompanies } from '../../contract/operations/purchase-requests/papers.ts'
import { type DeskCompanyResponse, numberOf } from '../../contract/organizations/desk-companies.ts'
import {
  type IssuePaperBody,
  type PaperKind,
  paperLanguages,
} from '../../contract/purchase-requests/papers.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { withAmounts } from '../shared/values/typed-values.ts'
import { fieldName } from './company-texts.ts'
import { usePaperName } from './use-paper-name.ts'

/** The service knows which language the client has. */
const ofClient = 'client'

interface Props {
  request: PurchaseRequestResponse
  /** What the status of the request allows. */
  kinds: readonly PaperKind[]
  onClose: () => void
}

/** Issues an invoice or an act with the data of this moment. */
export function IssueDialog(props: Props) {
  const query = useQuery({
    queryKey: ['desk-companies', 'active'],
    queryFn: async ({ signal }) => {
      const { items } = await call(listDeskCompanies, { query: { limit: 200 }, signal })
      return items.filter(({ active }) => active)
    },
  })
  return (
    <QueryState query={query}>{(companies) => <IssueForm {...props} companies={companies} />}</QueryState>
  )
}

function IssueForm({ request, kinds, companies, onClose }: Props & { companies: DeskCompanyResponse[] }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const nameOf = usePaperName()
  const text = (name: string) => translate(`kontor.papers.${name}`)

  async function submit(values: Record<string, unknown>) {
    const params = { request_id: request.id }
    const paper = await call(issuePaper, { params, body: bodyOf(values) as IssuePaperBody })
    void queryClient.invalidateQueries({ queryKey: ['papers', request.id] })
    notify('kontor.papers.issued', { type: 'success', messageArgs: { name: nameOf(paper) } })
    onClose()
  }

  return (
    <FormDialog
      title={text('issue_title')}
      submitLabel={text('issue')}
      defaultValues={{
        kind: kinds[0],
        company_id: companies[0]?.id,
        language: ofClient,
      }}
      validate={validateBody(issuePaper, bodyOf)}
      onSubmit={submit}
      onClose={onClose}
      refusal={companies.length === 0 ? text('no_company') : null}
      explain={explain}
    >
      <SelectInput
        margin="none"
        source="kind"
        label={text('kind')}
        choices={kinds.map((id) => ({ id, name: `kontor.paper_kind.${id}` }))}
        helperText={false}
        required
      />
      <SelectInput
        margin="none"
        source="company_id"
        label={text('company')}
        translateChoice={false}
        choices={companies.map(({ id, short_name, inn }) => ({ id, name: `${short_name} · ${inn}` }))}
        helperText={false}
        required
      />
      <SelectInput
        margin="none"
        source="language"
        label={text('language')}
        choices={[ofClient, ...paperLanguages].map((id) => ({ id, name: `kontor.paper_language.${id}` }))}
        helperText={false}
        required
      />
      <Account companies={companies} currency={request.fiat_currency} />
      <AmountOrDate request={request} />
      {companies.length === 0 && <AddCompany />}
    </FormDialog>
  )
}

/** The account that the invoice names. */
function Account({ companies, currency }: { companies: DeskCompanyResponse[]; currency: string }) {
  const translate = useTranslate()
  const [kind, companyId] = useWatch({ name: ['kind', 'company_id'] })
  const company = companies.find(({ id }) => id === companyId)
  if (kind !== 'invoice' || !company) return null
  const accounts = company.bank_accounts.filter((account) => account.currency === currency)
  if (accounts.length === 0)
    return <Alert severity="warning">{translate('kontor.papers.no_account', { currency })}</Alert>
  return (
    <SelectInput
      // Another company has other accounts.
      key={company.id}
      margin="none"
      source={`accounts.${company.id}`}
      label={translate('kontor.papers.account')}
      translateChoice={false}
      choices={accounts.map((account) => ({
        id: numberOf(account),
        name: `${numberOf(account)} · ${account.bank_name}`,
      }))}
      defaultValue={accounts[0] && numberOf(accounts[0])}
      helperText={false}
      required
    />
  )
}

/** An invoice can ask for an advance, and an act can have the date of an earlier day. */
function AmountOrDate({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const kind = useWatch({ name: 'kind' })
  const text = (name: string, values?: object) => translate(`kontor.papers.${name}`, values)
  if (kind === 'act')
    return <DateInput source="date" label={text('date')} helperText={text('date_help')} margin="none" />
  const due = amount(request.totals.outstanding_amount, request.fiat_currency)
  return <AmountInput source="amount" label={text('amount')} help={text('amount_help', { due })} />
}

/** What the company lacks, and where it is entered. */
function explain({ code, context }: KontorError) {
  return code === 'requisites_missing' ? (
    <MissingRequisites {...(context as unknown as Missing)} />
  ) : undefined
}

interface Missing {
  company_id: string
  fields: string[]
}

function MissingRequisites({ company_id, fields }: Missing) {
  const translate = useTranslate()
  const mayManage = usePermission('desk:manage')
  const names = [...new Set(fields.map((field) => translate(fieldName(field))))]
  return (
    <Alert severity="error">
      {translate('kontor.errors.requisites_missing')}{' '}
      {translate('kontor.papers.missing', { fields: names.join(', ') })}{' '}
      {!mayManage && `${translate('kontor.papers.owner_adds')} `}
      <Link to={mayManage ? `/desk-companies/${company_id}` : `/desk-companies/${company_id}/show`}>
        {translate('kontor.papers.open_company')}
      </Link>
    </Alert>
  )
}

function AddCompany() {
  const translate = useTranslate()
  if (!usePermission('desk:manage')) return null
  return <Link to="/desk-companies/create">{translate('kontor.companies.new')}</Link>
}

/** The account is that of the chosen company; an act names none. Only an invoice has an amount, and only an act a date. */
function bodyOf({
  accounts,
  amount,
  date,
  language,
  ...values
}: Record<string, unknown>): Record<string, unknown> {
  const { kind, company_id } = values
  const ofKind = kind === 'act' ? { date } : withAmounts({ amount }, ['amount'])
  const account =
    kind === 'invoice' && (accounts as Record<string, string> | undefined)?.[company_id as string]
  return withoutEmpty({
    ...values,
    ...(language !== ofClient && { language }),
    ...ofKind,
    ...(account && { account }),
  })
}
