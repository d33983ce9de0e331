import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { correctPurchaseRequest } from '../../contract/operations/purchase-requests/deals.ts'
import type { Blocker } from '../../contract/purchase-requests/purchase-request-rules.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests/purchase-requests.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useAct } from '../shared/answers/use-act.ts'

/** For a request whose destination was replaced: sends its coins to the current wallet of the organization. */
export function UseCurrentWallet({
  request,
  blockers,
}: {
  request: PurchaseRequestResponse
  blockers: readonly Blocker[]
}) {
  const translate = useTranslate()
  const act = useAct('purchase-requests')
  const mayCorrect = usePermission('requests:process')
  const [busy, setBusy] = useState(false)
  const retired = blockers.find(({ code }) => code === 'wallet_retired')
  const wallet_id = retired?.current_wallet_id
  if (wallet_id === undefined || !mayCorrect) return null

  async function correct() {
    setBusy(true)
    await act(
      () =>
        call(correctPurchaseRequest, {
          params: { request_id: request.id },
          body: { version: request.version, wallet_id },
        }),
      'kontor.deal.done.correction',
    )
    setBusy(false)
  }

  return (
    <Button size="small" color="inherit" variant="outlined" sx={{ mt: 1 }} disabled={busy} onClick={correct}>
      {translate('kontor.requests.use_current_wallet')}
    </Button>
  )
}
