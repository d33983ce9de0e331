import { Box, Typography } from '@mui/material'
import { Children, type ReactNode } from 'react'

/** A list of names and values, in columns as wide as they need to be. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 145px), 1fr))',
      }}
    >
      {children}
    </Box>
  )
}

/** A name and its value. Without a value there is nothing to show. */
export function Detail({
  label,
  children,
  wide = false,
}: {
  label: string
  children: ReactNode
  wide?: boolean
}) {
  if (Children.toArray(children).every((child) => child === '')) return null
  return (
    <Box sx={{ gridColumn: wide ? '1 / -1' : undefined, minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  )
}
