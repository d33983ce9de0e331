import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type {
  FieldChange,
  PurchaseRequestResponse,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import { useFormatTime } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'

type Units = Pick<PurchaseRequestResponse, 'asset' | 'fiat_currency'>

/** What a quote or a correction changes, from what to what. */
export function ChangeList({ changes, units }: { changes: readonly FieldChange[]; units: Units }) {
  const translate = useTranslate()
  const shown = useShownValue(units, changes)
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {changes.map((change) => (
        <li key={change.field}>
          {translate(`kontor.deal.changed.${change.field}`, {
            _: translate(`kontor.requests.fields.${change.field}`),
          })}
          {': '}
          {shown(change.field, change.from, 'from')} → {shown(change.field, change.to, 'to')}
        </li>
      ))}
    </Box>
  )
}

const money = new Set(['rate', 'fiat_amount', 'fee_amount', 'total_amount'])

/** The text of a value of a field. */
export function useShownValue(units: Units, changes: readonly FieldChange[]) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const time = useFormatTime()
  const asset = changes.find(({ field }) => field === 'asset')
  return (field: string, value: string | null, side: 'from' | 'to'): string => {
    if (value === null) return translate('kontor.value_none')
    if (field === 'crypto_amount') return format(value, asset?.[side] ?? units.asset)
    if (money.has(field)) return format(value, units.fiat_currency)
    if (field === 'network') return translate(`kontor.network.${value}`)
    if (field === 'quote_expires_at') return time(value)
    if (field === 'address_id') return translate('kontor.deal.changed.address_own')
    return field === 'wallet_id' ? translate('kontor.deal.changed.wallet_own') : value
  }
}
