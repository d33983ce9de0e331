import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** A list of few things, without columns: sessions, passkeys. */
export function PlainList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  )
}

/** What it is, with marks beside it and a line below, and at the end what can be done with it. */
export function PlainListItem({
  title,
  marks,
  line,
  children,
}: {
  title: ReactNode
  marks?: ReactNode
  line: ReactNode
  children?: ReactNode
}) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        py: 1.25,
        gap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{title}</Typography>
          {marks}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {line}
        </Typography>
      </Box>
      {children}
    </Stack>
  )
}
