import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { usePayments } from './fact-queries.ts'
import { isOpenForeignPayer, standingOf } from './standing.ts'

/** In one sentence: what is paid, delivered and missing. Payers who are not the organization are named. */
export function StandingNotice({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const foreign = (usePayments(request).data ?? []).filter(isOpenForeignPayer)
  const { parts, isUnusual } = standingOf(request)
  if (parts.length === 0 && foreign.length === 0) return null
  const sentence = parts
    .map(({ text, amount }) =>
      translate(`kontor.deal.standing.${text}`, { amount: amount && format(amount.amount, amount.unit) }),
    )
    .join(', ')
  const severity =
    isUnusual || foreign.length > 0 ? 'warning' : request.status === 'completed' ? 'success' : 'info'
  return (
    <Alert severity={severity} role="status" sx={{ mb: 2 }}>
      {sentence && <div>{sentence.charAt(0).toUpperCase() + sentence.slice(1)}</div>}
      {foreign.map(({ id, payer_name, payer_inn, payer_account, amount, currency }) => (
        <div key={id}>
          {translate('kontor.deal.standing.foreign_payer', {
            payer: payer_name ?? payer_inn ?? payer_account,
            amount: format(amount, currency),
          })}
        </div>
      ))}
    </Alert>
  )
}
