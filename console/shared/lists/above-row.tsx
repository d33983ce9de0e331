import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** Clickable elements inside a row that is a link. */
export function AboveRow({ children }: { children: ReactNode }) {
  return <Box sx={{ position: 'relative', zIndex: 1, display: 'inline-flex', gap: 0.5 }}>{children}</Box>
}
