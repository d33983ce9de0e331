import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PurchaseAsset } from '../../contract/money/assets.ts'
import { fromUnits, toUnits } from '../../contract/money/commodities.ts'
import type { Network } from '../../contract/money/networks.ts'
import { fromBaseUnits } from '../../contract/wallets/transfer-assets.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { usePosition } from './position-query.ts'

/** That clients have paid for more than the desk has. Nothing where it has no wallets: there it delivers from elsewhere. */
export function ShortPosition() {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { data } = usePosition()
  const items = data?.items ?? []
  const short = items.filter(({ free }) => free.startsWith('-'))
  if (short.length === 0 || items.every(({ wallets }) => wallets.length === 0)) return null
  const lacking = short.map(
    ({ free, asset, network }) =>
      `${format(free.slice(1), asset)} (${translate(`kontor.network.${network}`)})`,
  )
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {translate('kontor.position.short', { amounts: lacking.join(', ') })}{' '}
      <Link to="/position">{translate('kontor.position.title')}</Link>
    </Alert>
  )
}

/**
 * That coins which leave the desk would be missing for clients who have paid. Not asked for deliveries, which owe less
 * afterwards, nor where coins stay with the desk.
 */
export function LeavesTooLittle({
  walletId,
  asset,
  network,
  amount,
}: {
  walletId: string
  asset: PurchaseAsset
  network: Network
  /** In base units, or everything. */
  amount: string
}) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { data } = usePosition()
  const item = data?.items.find((one) => one.asset === asset && one.network === network)
  const wallet = item?.wallets.find(({ wallet_id }) => wallet_id === walletId)
  if (!item || !wallet) return null
  const sent = amount === 'all' ? wallet.held : fromBaseUnits(BigInt(amount), asset, network)
  const left = signedUnits(item.free, asset) - signedUnits(sent, asset)
  if (left >= 0n) return null
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('kontor.position.leaves_too_little', { amount: format(fromUnits(-left, asset), asset) })}{' '}
      <Link to="/position">{translate('kontor.position.title')}</Link>
    </Alert>
  )
}

function signedUnits(decimal: string, asset: PurchaseAsset): bigint {
  return decimal.startsWith('-') ? -toUnits(decimal.slice(1), asset) : toUnits(decimal, asset)
}
