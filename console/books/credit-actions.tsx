import { Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { CreditResponse } from '../../contract/purchase-requests/deals.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { AllocateDialog } from './allocate-dialog.tsx'
import { RefundCreditDialog } from './refund-credit-dialog.tsx'

/** What can be done with what is left of a credit. */
export function CreditActions({ credit }: { credit: CreditResponse }) {
  const translate = useTranslate()
  const mayAllocate = usePermission('requests:process')
  const mayRefund = usePermission('requests:approve')
  const [chosen, setChosen] = useState<'allocate' | 'refund' | null>(null)
  if (credit.status !== 'open') return translate('kontor.credits.status.used')
  const close = () => setChosen(null)
  const button = (name: 'allocate' | 'refund') => (
    <Button
      size="small"
      variant={name === 'allocate' ? 'outlined' : 'text'}
      color={name === 'refund' ? 'error' : 'primary'}
      aria-label={`${translate(`kontor.credits.${name}`)}: ${credit.reference}`}
      onClick={() => setChosen(name)}
    >
      {translate(`kontor.credits.${name}`)}
    </Button>
  )
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {mayAllocate && button('allocate')}
        {mayRefund && button('refund')}
      </Stack>
      {chosen === 'allocate' && <AllocateDialog credit={credit} onClose={close} />}
      {chosen === 'refund' && <RefundCreditDialog credit={credit} onClose={close} />}
    </>
  )
}
