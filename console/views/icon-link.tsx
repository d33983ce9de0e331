import { IconButton, Tooltip } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A link in the line above a list, where there is no room for its text. */
export function IconLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to={to} aria-label={label}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
