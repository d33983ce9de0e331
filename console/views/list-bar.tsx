import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { usePageTitle } from '../shared/pages/page.tsx'

/** Below this width of the line, what has an icon is its icon; the text stays its name. */
const iconsBelow = '@container (max-width: 940px)'

/** The one line above the rows of a list. What is set is on the left, what is done with the list on the right. */
export function ListBar({ children, tools }: { children: ReactNode; tools: ReactNode }) {
  return (
    <Box sx={{ containerType: 'inline-size', '@media print': { display: 'none' } }}>
      <Box role="toolbar" sx={lineLook}>
        {children}
        <Box sx={{ flex: '1 0 0' }} />
        {tools}
      </Box>
    </Box>
  )
}

const lineLook = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0.25, sm: 0.75 },
  height: 40,
  minWidth: 0,
  '& .MuiButton-root, & .MuiIconButton-root': { flexShrink: 0, whiteSpace: 'nowrap' },
  '& .MuiButton-root': { py: 0.5, px: 1 },
  [iconsBelow]: {
    '& .MuiButton-root:has(.MuiButton-startIcon)': {
      fontSize: 0,
      minWidth: 36,
      '& .MuiButton-startIcon': { m: 0 },
    },
  },
} as const

/** The title of a page that is a list. A phone has no room for it beside what is done there: the menu says it. */
export function ListTitle({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <Typography
      component="h1"
      variant="h6"
      noWrap
      sx={(theme) => ({
        mr: 1,
        flexShrink: 0,
        maxWidth: '40%',
        [theme.breakpoints.down('sm')]: { position: 'absolute', width: 1, height: 1, clip: 'rect(0 0 0 0)' },
      })}
    >
      {title}
    </Typography>
  )
}
