import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { PurchaseAsset } from '../../../contract/money/assets.ts'
import { useUnits } from '../intent/use-units.ts'
import { useBalances } from './balance-query.ts'

/** What is on a wallet, if its network has a node: of one asset, or of all. */
export function BalanceLine({
  organizationId,
  walletId,
  asset,
}: {
  organizationId: string
  walletId: string
  asset?: PurchaseAsset
}) {
  const translate = useTranslate()
  const units = useUnits()
  const balances = useBalances(organizationId).filter(
    (one) => one.wallet_id === walletId && (asset === undefined || one.asset === asset),
  )
  if (balances.length === 0) return null
  const known = balances.flatMap(({ amount, network, asset: of }) =>
    amount === null ? [] : [units.amount(amount, of, network)],
  )
  return (
    <Typography variant="body2" color="textSecondary">
      {known.length > 0
        ? translate('kontor.transfers.balance', { amount: known.join(' · ') })
        : translate('kontor.transfers.balance_unknown')}
    </Typography>
  )
}
