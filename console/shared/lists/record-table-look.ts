import type { Theme } from '@mui/material'

export const tableLook = (theme: Theme) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& th, & td': {
    height: 'var(--row-height, 36px)',
    boxSizing: 'border-box',
    p: 0,
    px: 1,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  // Shown whole on paper, where nobody can rest on it.
  '& td[data-kind="address"]': { '@media print': { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
  '& thead > tr > *': {
    fontSize: '0.8125rem',
    fontWeight: 500,
    color: 'text.secondary',
    // Below the bar at the top of the page.
    position: 'sticky',
    top: { xs: 56, sm: 48 },
    zIndex: 2,
    bgcolor: 'background.default',
    '@media print': { position: 'static' },
  },
  '& tbody tr': { position: 'relative' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& tbody tr[data-open]': { bgcolor: 'action.selected' },
  '& .row-link': {
    color: 'text.primary',
    textDecoration: 'none',
    fontWeight: 600,
    // It covers the whole row for the mouse but is one tab stop. Buttons in the row are above it.
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: '-2px' },
  },
  '& .second': { color: 'text.secondary', fontWeight: 400 },
  // Above the link that covers the row, and as large as its cell.
  '& .choose': {
    position: 'relative',
    zIndex: 1,
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    cursor: 'pointer',
    '& input': { width: 17, height: 17, m: 0, accentColor: theme.palette.primary.main, cursor: 'inherit' },
    '& input:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: '2px' },
  },
  // On the middle of the line they make no row higher than the others.
  '& td .MuiButtonBase-root': { verticalAlign: 'middle' },
  '& td .MuiButton-root': { py: 0.25 },
  '& td .MuiIconButton-root': { p: 0.5 },
})

export const footLook = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  minHeight: 32,
  display: 'flex',
  alignItems: 'center',
  px: 1,
  bgcolor: 'background.default',
  borderTop: 1,
  borderColor: 'divider',
  '&:empty': { display: 'none' },
  '@media print': { position: 'static' },
}
