import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect } from 'react'
import { Title } from 'react-admin'

/** The frame of a page: its title in the app bar and in the tab, and a heading for screen readers. */
export function Page({
  title,
  heading,
  actions,
  children,
}: {
  title: string
  heading?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <Box sx={{ py: 2, maxWidth: 1240 }}>
      <Title title={title} />
      <Stack
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, mb: 2, justifyContent: 'space-between' }}
      >
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {heading ?? title}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {actions}
        </Stack>
      </Stack>
      {children}
    </Box>
  )
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Kontor` : 'Kontor'
  }, [title])
}
