import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { PaymentResponse } from '../../../contract/purchase-requests/deals.ts'
import { useDoerName } from '../../shared/names/administrator-names.ts'
import { Ago } from '../../shared/time/time.tsx'
import { StatusChip } from '../../shared/values/status-chip.tsx'

/** Who has decided something about a fact of a request, when and why. */
export function Decided({
  decision: { by, at, reason },
  text,
}: {
  decision: NonNullable<PaymentResponse['reversed']>
  text: 'payer_accepted' | 'reversed' | 'returned'
}) {
  const translate = useTranslate()
  const doer = useDoerName()
  return (
    <Box>
      <StatusChip kind="payment_state" status={text} />
      <Typography variant="body2" color="textSecondary">
        {doer(by)} · <Ago at={at} />
      </Typography>
      <Typography variant="body2">{translate('kontor.deal.because', { reason })}</Typography>
    </Box>
  )
}
