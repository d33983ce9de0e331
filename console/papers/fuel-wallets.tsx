import { Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { coins } from '../../contract/money/assets.ts'
import { updateDeskCompany } from '../../contract/operations/purchase-requests/papers.ts'
import type { DeskCompanyResponse } from '../../contract/organizations/desk-companies.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { AmountInput } from '../shared/fields/amount-input.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { parseAmount } from '../shared/values/amounts.ts'
import { type KnownWallet, useWallets } from '../transfers/create/wallets-query.ts'
import { shownAmount, toBaseUnits } from '../transfers/intent/base-units.ts'
import { useUnits } from '../transfers/intent/use-units.ts'

interface Props {
  company: DeskCompanyResponse
  organizationId: string
}

/** The wallets of the company that give others the coin of their network. */
export function FuelWallets({ company, organizationId }: Props) {
  const translate = useTranslate()
  const units = useUnits()
  const mayManage = usePermission('desk:manage')
  const [isOpen, setOpen] = useState(false)
  const text = (name: string) => translate(`kontor.companies.${name}`)
  return (
    <>
      {company.fuel_wallets.length === 0 && text('fuel_none')}
      {company.fuel_wallets.map(({ wallet_id, network, most_amount, most_fee }) => (
        <Typography key={wallet_id}>
          {translate(`kontor.network.${network}`)}:{' '}
          {translate('kontor.companies.fuel_shown', {
            amount: units.fee(most_amount, network),
            fee: units.fee(most_fee, network),
          })}
        </Typography>
      ))}
      {mayManage && (
        <Button size="small" onClick={() => setOpen(true)}>
          {text('fuel_edit')}
        </Button>
      )}
      {isOpen && (
        <FuelDialog company={company} organizationId={organizationId} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** A wallet of each network, by its network: one that was named, or else the current one. */
function useChoices({ company, organizationId }: Props): KnownWallet[] | undefined {
  const wallets = useWallets(organizationId)
  const named = new Set(company.fuel_wallets.map(({ wallet_id }) => wallet_id))
  const first = (one: KnownWallet) => Number(named.has(one.wallet.id))
  const seen = new Set<string>()
  return wallets
    ?.toSorted((a, b) => first(b) - first(a))
    .filter(({ wallet: { network } }) => !seen.has(network) && seen.add(network))
}

function FuelDialog({ company, organizationId, onClose }: Props & { onClose: () => void }) {
  const translate = useTranslate()
  const locale = useLocale()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const choices = useChoices({ company, organizationId })
  const text = (name: string) => translate(`kontor.companies.${name}`)
  if (!choices) return null
  const bounds = ['amount', 'fee'] as const
  const typedIn = (values: Record<string, unknown>, name: string) => String(values[name] ?? '').trim()
  const units = (values: Record<string, unknown>, name: string, { wallet: { network } }: KnownWallet) =>
    toBaseUnits(parseAmount(typedIn(values, name), locale), coins[network], network) ?? 0n
  const given = (values: Record<string, unknown>) =>
    choices.filter(({ wallet: { network } }) =>
      bounds.some((bound) => typedIn(values, `${network}_${bound}`) !== ''),
    )
  const known = Object.fromEntries(
    company.fuel_wallets.flatMap(({ network, most_amount, most_fee }) => [
      [`${network}_amount`, shownAmount(most_amount, coins[network], network)],
      [`${network}_fee`, shownAmount(most_fee, coins[network], network)],
    ]),
  )
  return (
    <FormDialog
      title={text('fuel')}
      submitLabel={translate('ra.action.save')}
      defaultValues={known}
      validate={(values) =>
        Object.fromEntries(
          given(values).flatMap((choice) =>
            bounds
              .map((bound) => `${choice.wallet.network}_${bound}`)
              .filter((name) => units(values, name, choice) <= 0n)
              .map((name) => [
                name,
                translate('kontor.companies.fuel_wrong', { coin: coins[choice.wallet.network] }),
              ]),
          ),
        )
      }
      onSubmit={async (values) => {
        const fuel_wallets = given(values).map((choice) => ({
          wallet_id: choice.wallet.id,
          most_amount: units(values, `${choice.wallet.network}_amount`, choice).toString(),
          most_fee: units(values, `${choice.wallet.network}_fee`, choice).toString(),
        }))
        await call(updateDeskCompany, {
          params: { company_id: company.id },
          body: { fuel_wallets, version: company.version },
        })
        notify('kontor.companies.fuel_saved', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['desk-companies'] })
        onClose()
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">{text('fuel_help')}</Typography>
      {choices.flatMap(({ wallet: { network } }) =>
        bounds.map((bound) => (
          <AmountInput
            key={`${network}_${bound}`}
            source={`${network}_${bound}`}
            label={translate(`kontor.companies.fuel_${bound}`, {
              network: translate(`kontor.network.${network}`),
              coin: coins[network],
            })}
          />
        )),
      )}
    </FormDialog>
  )
}
