import { Chip, type ChipProps } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { TransferStatus } from '../../contract/wallets/transfers.ts'

const tones: Partial<Record<TransferStatus, ChipProps['color']>> = { signed: 'warning', failed: 'error' }

/** Signed is amber: coins can leave from then on, and nobody has seen yet that they arrived. */
export function TransferStatusChip({
  status,
  size = 'small',
}: {
  status: TransferStatus
  size?: 'small' | 'medium'
}) {
  const translate = useTranslate()
  return (
    <Chip
      size={size}
      variant="outlined"
      color={tones[status] ?? 'default'}
      label={translate(`kontor.transfer_status.${status}`)}
    />
  )
}
