import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'

/** Said before the terms of a request change that somebody has approved. */
export function BackToReview({ request: { status } }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  if (status !== 'approved' && status !== 'expired') return null
  return <Alert severity="warning">{translate('kontor.deal.back_to_review')}</Alert>
}
