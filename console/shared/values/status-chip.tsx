import { Chip, type ChipProps } from '@mui/material'
import { useTranslate } from 'react-admin'

type Tone = NonNullable<ChipProps['color']>

/** Most are grey. Amber is late or needs somebody to look; red has failed or stops the work. */
const tones: Record<string, Tone> = {
  stale: 'warning',
  expired: 'warning',
  foreign_payer: 'warning',
  payer_unknown: 'warning',
  on_hold: 'warning',
  not_screened: 'warning',
  liquidating: 'warning',
  reorganizing: 'warning',
  retrying: 'warning',
  suspended: 'error',
  hit: 'error',
  liquidated: 'error',
  bankrupt: 'error',
  failed: 'error',
  parked: 'error',
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
