import { GlobalStyles } from '@mui/material'

/** On paper: the figures alone, dark on white in every theme, and no card across two pages. */
export function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        '@media print': {
          '.MuiAppBar-root, .RaLayout-contentWithSidebar > nav, .RaSidebar-fixed, .MuiDrawer-root, .report-control':
            {
              display: 'none !important',
            },
          'html, body, #root *': {
            color: '#000 !important',
            background: 'none !important',
            borderColor: '#999 !important',
          },
          '.report-bar, .report-bar *': { color: '#333 !important', printColorAdjust: 'exact' },
          '.RaLayout-appFrame': { marginTop: '0 !important' },
          '.MuiCard-root': { breakInside: 'avoid', border: 'none !important' },
        },
      }}
    />
  )
}
