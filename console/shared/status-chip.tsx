import { Chip, type ChipProps } from '@mui/material'
import { useTranslate } from 'react-admin'

type Tone = NonNullable<ChipProps['color']>

/** Colours have the same meaning everywhere: green is done, amber is open, red is refused. */
const tones: Record<string, Tone> = {
  approved: 'success',
  active: 'success',
  completed: 'success',
  delivered: 'success',
  used: 'success',
  success: 'success',
  current: 'success',
  payer_accepted: 'success',
  clear: 'success',
  in_review: 'info',
  paid: 'info',
  pending: 'warning',
  waiting: 'warning',
  stale: 'warning',
  open: 'warning',
  foreign_payer: 'warning',
  payer_unknown: 'warning',
  on_hold: 'warning',
  not_screened: 'warning',
  expired: 'warning',
  liquidating: 'warning',
  reorganizing: 'warning',
  suspended: 'error',
  hit: 'error',
  confirmed: 'error',
  rejected: 'error',
  refused: 'error',
  liquidated: 'error',
  bankrupt: 'error',
  failed: 'error',
  failure: 'error',
  denied: 'error',
  parked: 'error',
  retrying: 'error',
}

/** `kind` is the name of the texts, such as `kyb_status`. */
export function StatusChip({
  kind,
  status,
  size = 'small',
  label,
  values = {},
}: {
  kind: string
  status: string
  /** What the status is about, where chips of several kinds stand side by side. */
  label?: string
  size?: 'small' | 'medium'
  /** The values of the text. */
  values?: Record<string, unknown>
}) {
  const translate = useTranslate()
  const text = translate(`kontor.${kind}.${status}`, { ...values, _: status })
  return (
    <Chip
      size={size}
      variant="outlined"
      color={tones[status] ?? 'default'}
      label={label ? `${label}: ${text}` : text}
    />
  )
}
