import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { takesDeliveries } from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useSigning } from './signing/signing-query.ts'

/** Prepares a transfer that delivers a request. */
export function SendForRequest({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const allowed = usePermission('transfers:manage')
  const { data } = useSigning()
  if (!allowed || !data?.is_enabled || !takesDeliveries.includes(request.status)) return null
  return (
    <Button
      size="small"
      variant="outlined"
      component={Link}
      to={`/transfers/create?request_id=${request.id}`}
    >
      {translate('kontor.transfers.send_for_request')}
    </Button>
  )
}
