import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { coins } from '../../../contract/money/assets.ts'
import type { TransferResponse } from '../../../contract/wallets/transfers.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { atMost } from './base-units.ts'
import { useUnits } from './use-units.ts'

type Terms = Pick<TransferResponse, 'amount' | 'asset' | 'network' | 'fee_ceiling'>

/** "The fee is at most 30 TRX. In total at most 1.5 USDT and 30 TRX leave the wallet." */
export function TotalSentence({ terms }: { terms: Terms }) {
  const translate = useTranslate()
  const units = useUnits()
  const format = useFormatAmount()
  const { amount, asset, network } = terms
  const fee = units.fee(terms.fee_ceiling, network)
  const sum = atMost({ network, asset, amount, feeCeiling: terms.fee_ceiling })
  const total = (() => {
    if (sum !== null) return format(sum, asset)
    if (asset === coins[network]) return units.amount(amount, asset, network)
    return translate('kontor.transfers.both', { amount: units.amount(amount, asset, network), fee })
  })()
  return (
    <Typography>
      {translate('kontor.transfers.fee_at_most', { fee })}{' '}
      {translate(amount === 'all' ? 'kontor.transfers.total_all' : 'kontor.transfers.total_at_most', {
        total,
      })}
    </Typography>
  )
}
