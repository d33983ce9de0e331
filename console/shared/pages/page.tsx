import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, use, useDeferredValue, useEffect } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import { InPane } from './in-pane.ts'
import { PrintButton } from './print-button.tsx'

/** The frame of a page: where it is, its title, which is also that of the tab, and what can be done there. */
export function Page({
  title,
  heading,
  subtitle,
  parents = [],
  actions,
  children,
}: {
  title: string
  heading?: ReactNode
  /** What one wants to know at first sight, below the title. */
  subtitle?: ReactNode
  /** The pages between the menu entry and this page, such as that of the record it edits. */
  parents?: readonly Crumb[]
  actions?: ReactNode
  children: ReactNode
}) {
  const isInPane = use(InPane)
  usePageTitle(isInPane ? null : title)
  // Who goes down a list sees at once which record it is; the rest is drawn after that.
  const isWhole = useDeferredValue(true, !isInPane)
  return (
    <Box sx={{ py: isInPane ? 0 : 2, maxWidth: 1280 }}>
      {!isInPane && <Breadcrumbs title={title} parents={parents} />}
      <Stack
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, mb: 2, justifyContent: 'space-between' }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography
            variant={isInPane ? 'h6' : 'h5'}
            component={isInPane ? 'h2' : 'h1'}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {heading ?? title}
          </Typography>
          {subtitle && (
            <Stack
              direction="row"
              sx={{ mt: 0.75, columnGap: 1.5, rowGap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}
            >
              {subtitle}
            </Stack>
          )}
        </Box>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {actions}
          {!isInPane && <PrintButton />}
        </Stack>
      </Stack>
      {isWhole && children}
    </Box>
  )
}

/** Two columns on wide screens: the work, and a rail with what belongs to it. */
export function WithRail({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  const isInPane = use(InPane)
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        gridTemplateColumns: isInPane
          ? 'minmax(0, 1fr)'
          : { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      <Box sx={{ minWidth: 0 }}>{rail}</Box>
    </Box>
  )
}

/** The title of the tab; null where the page is no page of its own. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    document.title = title ? `${title} · Kontor` : 'Kontor'
  }, [title])
}
