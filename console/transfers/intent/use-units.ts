import { useTranslate } from 'react-admin'
import { coins, type PurchaseAsset } from '../../../contract/money/assets.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { shownAmount } from './base-units.ts'

export interface Units {
  /** An amount of base units as people read it. */
  amount: (units: string, asset: PurchaseAsset, network: Network) => string
  /** The same for a fee, which is paid in the coin of the network. */
  fee: (units: string, network: Network) => string
}

export function useUnits(): Units {
  const translate = useTranslate()
  const format = useFormatAmount()
  const amount: Units['amount'] = (units, asset, network) =>
    units === 'all'
      ? translate('kontor.transfers.everything', { asset })
      : format(shownAmount(units, asset, network), asset)
  return { amount, fee: (units, network) => amount(units, coins[network], network) }
}
