import { Alert, Box, MenuItem, TextField, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import { OrganizationField } from '../../shared/fields/organization-field.tsx'
import { GroupedAddress } from '../../shared/values/grouped-address.tsx'
import { BalanceLine } from './balance-line.tsx'
import { assetsOf, nothingPrepared, withWallet } from './prepared.ts'
import { SourceField } from './source-field.tsx'
import type { StepProps } from './step-props.ts'
import { type KnownWallet, useWallets } from './wallets-query.ts'

/** Whose coins, from which wallet, and what. */
export function StepFrom({ prepared, wrong, onChange }: StepProps) {
  const translate = useTranslate()
  const { organizationId, network, asset } = prepared
  const isFixed = prepared.replaces !== null
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  if (isFixed) return <Alert severity="info">{translate('kontor.transfers.replacing')}</Alert>
  if (prepared.delivery)
    return (
      <>
        <Alert severity="info">
          {translate('kontor.transfers.delivering', { number: prepared.delivery.number })}
        </Alert>
        <SourceField prepared={prepared} wrong={wrong} onChange={onChange} />
      </>
    )
  return (
    <>
      <OrganizationField
        label={label('organization')}
        value={organizationId}
        onChange={(id) => onChange({ ...nothingPrepared, organizationId: id, reason: prepared.reason })}
        error={wrong.organization}
      />
      {organizationId && <WalletField prepared={prepared} wrong={wrong} onChange={onChange} />}
      {network && (
        <TextField
          select
          label={label('asset')}
          value={asset ?? ''}
          onChange={(event) =>
            onChange({ ...prepared, asset: event.target.value as PurchaseAsset, fee: null })
          }
          sx={{ maxWidth: 480 }}
        >
          {assetsOf(network).map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
      )}
      {organizationId && asset && (
        <BalanceLine organizationId={organizationId} walletId={prepared.walletId} asset={asset} />
      )}
    </>
  )
}

function WalletField({ prepared, wrong, onChange }: StepProps) {
  const translate = useTranslate()
  const { organizationId, walletId } = prepared
  const wallets = useWallets(organizationId ?? '')
  const choices = wallets ?? []
  const chosen = choices.find(({ wallet }) => wallet.id === walletId)
  if (wallets?.length === 0)
    return (
      <Alert severity="info">
        {translate('kontor.transfers.no_wallets')}{' '}
        <Link to={`/organizations/${organizationId}/show/wallets`}>{translate('kontor.wallets.title')}</Link>
      </Alert>
    )
  const nameOf = ({ wallet, generation, isRetired }: KnownWallet) =>
    isRetired
      ? translate('kontor.transfers.retired_wallet', {
          network: translate(`kontor.network.${wallet.network}`),
          generation,
        })
      : translate(`kontor.network.${wallet.network}`)
  return (
    <>
      <TextField
        select
        label={translate('kontor.transfers.fields.from')}
        value={chosen ? walletId : ''}
        onChange={(event) => {
          const next = choices.find(({ wallet }) => wallet.id === event.target.value)
          onChange(withWallet(prepared, next?.wallet))
        }}
        error={Boolean(wrong.wallet)}
        helperText={wrong.wallet}
        slotProps={{ select: { renderValue: () => chosen && nameOf(chosen) } }}
        sx={{ maxWidth: 480 }}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.wallet.id} value={choice.wallet.id} sx={{ whiteSpace: 'normal' }}>
            <Box>
              <Typography component="span" sx={{ display: 'block' }}>
                {nameOf(choice)}
              </Typography>
              <GroupedAddress address={choice.wallet.address} />
            </Box>
          </MenuItem>
        ))}
      </TextField>
      {chosen && <GroupedBelow address={chosen.wallet.address} />}
    </>
  )
}

function GroupedBelow({ address }: { address: string }) {
  return (
    <Box sx={{ mt: -1 }}>
      <GroupedAddress address={address} />
    </Box>
  )
}
