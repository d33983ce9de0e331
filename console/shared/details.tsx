import { Box, Typography } from '@mui/material'
import { Children, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'

/** A list of names and values. Empty values are marked as such. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr' },
      }}
    >
      {children}
    </Box>
  )
}

export function Detail({
  label,
  children,
  wide = false,
}: {
  label: string
  children: ReactNode
  wide?: boolean
}) {
  const translate = useTranslate()
  const empty = Children.toArray(children).length === 0
  return (
    <Box sx={{ gridColumn: wide ? '1 / -1' : undefined, minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, overflowWrap: 'anywhere' }}
        color={empty ? 'textSecondary' : undefined}
      >
        {empty ? translate('kontor.value_none') : children}
      </Typography>
    </Box>
  )
}
