import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** One event of a history: a dot on a line, what happened, and below it when and who. */
export function TimelineEntry({
  title,
  when,
  isBad = false,
  children,
}: {
  title: string
  when: ReactNode
  isBad?: boolean
  children?: ReactNode
}) {
  return (
    <Box
      component="li"
      sx={{
        borderLeft: 2,
        borderColor: 'divider',
        pl: 2,
        pb: 1.5,
        position: 'relative',
        '&:last-of-type': { pb: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: -6,
          top: 6,
          width: 10,
          height: 10,
          borderRadius: 5,
          bgcolor: isBad ? 'error.main' : 'primary.main',
        }}
      />
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Typography variant="body2" color="textSecondary">
        {when}
      </Typography>
      {children}
    </Box>
  )
}
