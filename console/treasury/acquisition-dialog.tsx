import { Alert } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DateTimeInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isObject } from '../../contract/api/common.ts'
import type { CreateAcquisitionBody } from '../../contract/books/treasury.ts'
import { purchasableAssets } from '../../contract/money/assets.ts'
import { currencyCodes } from '../../contract/money/currencies.ts'
import { createAcquisition } from '../../contract/operations/books/treasury.ts'
import { listWalletGenerations } from '../../contract/operations/wallets/wallets.ts'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { withAmounts, withInstants } from '../shared/values/typed-values.ts'
import { useCompanies } from './companies-query.ts'

type Values = Record<string, unknown>

const currencies = currencyCodes.map((id) => ({ id, name: id }))

function toBody(values: Values): Values {
  const { pair, cost, ...rest } = withInstants(withAmounts(withoutEmpty(values), ['amount', 'fee']), [
    'acquired_at',
  ])
  const [asset, network] = String(pair ?? '').split(' ')
  return {
    ...rest,
    ...(pair ? { asset, network } : {}),
    ...(isObject(cost) ? { cost: withAmounts(cost, ['amount']) } : {}),
  }
}

/** Records what a company has bought, and which wallet it came to. */
export function AcquisitionDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const companies = useCompanies().filter(({ organization_id }) => organization_id !== null)
  const text = (name: string) => translate(`kontor.acquisitions.${name}`)
  const label = (name: string) => text(`columns.${name}`)
  return (
    <FormDialog
      title={text('new')}
      submitLabel={text('save')}
      defaultValues={{ pair: 'USDT tron', cost: { currency: 'RUB' } }}
      validate={validateBody(createAcquisition, toBody)}
      onSubmit={async (values) => {
        await call(createAcquisition, { body: toBody(values) as CreateAcquisitionBody })
        notify(text('saved'), { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['acquisitions'] })
        onClose()
      }}
      onClose={onClose}
    >
      {companies.length === 0 && <Alert severity="info">{text('no_company')}</Alert>}
      <SelectInput
        margin="none"
        source="company_id"
        label={label('company')}
        choices={companies.map(({ id, short_name }) => ({ id, name: short_name }))}
        translateChoice={false}
        helperText={false}
        required
      />
      <SelectInput
        margin="none"
        source="pair"
        label={label('asset')}
        choices={purchasableAssets.map(({ asset, network }) => ({
          id: `${asset} ${network}`,
          name: `${asset}, ${translate(`kontor.network.${network}`)}`,
        }))}
        translateChoice={false}
        helperText={false}
        required
      />
      <WalletInput companies={companies} />
      <AmountInput source="amount" label={label('amount')} required />
      <AmountInput source="cost.amount" label={label('cost')} required />
      <SelectInput
        margin="none"
        source="cost.currency"
        label={label('currency')}
        choices={currencies}
        translateChoice={false}
        helperText={false}
        required
      />
      <AmountInput source="fee" label={label('fee')} help={text('fee_help')} />
      <DateTimeInput source="acquired_at" label={label('time')} helperText={text('time_help')} required />
      <TextInput source="counterparty.name" label={label('counterparty')} helperText={false} required />
      <TextInput source="reference" label={label('reference')} helperText={false} required />
      <TextInput source="tx_hash" label={label('transaction')} helperText={false} />
    </FormDialog>
  )
}

/** The wallets of the company on the network that was chosen, the current one first. */
function WalletInput({ companies }: { companies: readonly DeskCompanyResponse[] }) {
  const translate = useTranslate()
  const [companyId, pair] = useWatch({ name: ['company_id', 'pair'] })
  const organizationId = companies.find(({ id }) => id === companyId)?.organization_id ?? null
  const { data } = useQuery({
    queryKey: ['wallets', organizationId],
    queryFn: ({ signal }) =>
      call(listWalletGenerations, { params: { organization_id: organizationId ?? '' }, signal }),
    enabled: organizationId !== null,
  })
  const network = String(pair ?? '').split(' ')[1]
  const wallets = (data?.items ?? [])
    .flatMap((generation) => generation.wallets)
    .filter((wallet) => wallet.network === network)
  const hasNone = data !== undefined && wallets.length === 0
  return (
    <>
      {hasNone && <Alert severity="info">{translate('kontor.acquisitions.no_wallets')}</Alert>}
      <SelectInput
        margin="none"
        source="wallet_id"
        label={translate('kontor.acquisitions.columns.wallet')}
        choices={wallets.map(({ id, address }) => ({ id, name: address }))}
        translateChoice={false}
        helperText={false}
        required
      />
    </>
  )
}
