import { IconButton, Tooltip } from '@mui/material'
import type { ReactNode } from 'react'

/** A button with an icon that leads to the next or previous one. */
export function StepButton({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string
  isOff?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={isOff} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
