import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** Shown instead of an empty list, with a hint what to do. */
export function EmptyState({
  title,
  help,
  children,
}: {
  title: string
  help?: string
  children?: ReactNode
}) {
  return (
    <Box sx={{ textAlign: 'center', py: 6, px: 2 }}>
      <Typography variant="h6" component="p" gutterBottom>
        {title}
      </Typography>
      {help && (
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {help}
        </Typography>
      )}
      {children}
    </Box>
  )
}
