import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { isZero } from '../../contract/money/decimal.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { useFormatAmount } from '../shared/values/money.ts'
import { useDeliveryProgress } from './create/stock-queries.ts'

/** What wallets of the desk are sending for the request, or are to send. */
export function OnTheWay({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const { data } = useDeliveryProgress(request.id)
  if (!data || data.transfers.length === 0) return null
  const isSent = !isZero(data.on_the_way)
  const amount = format(isSent ? data.on_the_way : data.prepared, data.asset)
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate(`kontor.transfers.${isSent ? 'on_the_way' : 'prepared_for_request'}`, { amount })}
      {data.transfers.map(({ id }, index) => (
        <span key={id}>
          {' '}
          <Link to={`/transfers/${id}/show`}>
            {translate('kontor.transfers.open')}
            {data.transfers.length > 1 && ` ${index + 1}`}
          </Link>
        </span>
      ))}
    </Alert>
  )
}
