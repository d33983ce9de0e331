import { Box, GlobalStyles } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listDeskCompanies } from '../../contract/operations/purchase-requests/papers.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { printPage, useBeforePrint } from '../shared/pages/print.ts'
import { useFormatTime } from '../shared/time/time.tsx'

/** What every printed page has: the company and the time above it, and nothing of what is only on a screen. */
export function PrintFrame() {
  const formatTime = useFormatTime()
  const mayRead = usePermission(listDeskCompanies.access as Parameters<typeof usePermission>[0])
  const { data, refetch } = useQuery({
    queryKey: ['desk-companies', 'printed'],
    queryFn: ({ signal }) => call(listDeskCompanies, { query: { limit: 2 }, signal }),
    enabled: false,
  })
  useBeforePrint(async () => {
    if (mayRead) await refetch()
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyP') return
      event.preventDefault()
      void printPage()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  // With several companies, nobody can tell for which of them this is printed.
  const [company, another] = data?.items ?? []
  return (
    <>
      <GlobalStyles styles={styles} />
      <Box className="only-printed" data-print-header sx={{ justifyContent: 'space-between', mb: 2 }}>
        <span>{company && !another ? company.short_name : 'Kontor'}</span>
        <span>{formatTime(new Date().toISOString())}</span>
      </Box>
    </>
  )
}

const styles = {
  '.only-printed': { display: 'none' },
  '@page': { size: 'A4', margin: '14mm 12mm' },
  // The columns of a list need the long side.
  '@page list': { size: 'A4 landscape', margin: '12mm' },
  '@media print': {
    ':root': { colorScheme: 'light' },
    // Menus and dialogs lie beside the root. A secret that is shown in one stays off paper.
    [`body > :not(#root), .MuiAppBar-root, .RaSidebar-fixed, .MuiDrawer-root, .MuiButton-root, .MuiIconButton-root,
      .MuiTabs-root, .MuiSnackbar-root, .MuiLinearProgress-root, nav, aside, .not-printed,
      th:has(.choose), td:has(.choose)`]: {
      display: 'none !important',
    },
    // Beside a list lies the record that is open: the list is printed.
    '#root div:has(> aside)': { display: 'block !important' },
    '.only-printed': { display: 'block' },
    '.only-printed[data-print-header]': { display: 'flex', borderBottom: '1px solid #999' },
    'html, body, #root *': {
      color: '#000 !important',
      background: 'none !important',
      borderColor: '#999 !important',
      boxShadow: 'none !important',
    },
    '.report-bar, .report-bar *': { color: '#333 !important', printColorAdjust: 'exact' },
    '.RaLayout-appFrame': { marginTop: '0 !important' },
    '.RaLayout-content': { padding: '0 !important' },
    '.MuiCard-root': { breakInside: 'avoid', border: 'none !important', overflow: 'visible !important' },
    'h1, h2, h3': { breakAfter: 'avoid' },
    a: { textDecoration: 'none !important' },
    // The header of a table is repeated on each page, and no row is cut.
    thead: { display: 'table-header-group' },
    'tr, li, dl > div': { breakInside: 'avoid' },
    // For the whole document: another kind of page would begin on a new one.
    'body:has(.printed-list)': { page: 'list' },
    '.printed-list': { display: 'block !important' },
    '.printed-list table': { tableLayout: 'auto', fontSize: '8.5pt' },
    '.printed-list col': { width: 'auto !important' },
    '.printed-list th, .printed-list td': {
      height: 'auto',
      padding: '3px 6px',
      overflow: 'visible',
    },
    '.printed-list th, .printed-list td[data-kind=name], .printed-list td[data-kind=text]': {
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    '.printed-list th': { overflowWrap: 'normal' },
    '.printed-list tbody tr:nth-of-type(n + 1001)': { display: 'none' },
    '.printed-list .MuiTableSortLabel-icon': { display: 'none' },
    '.printed-list .MuiChip-root': { border: 'none', height: 'auto' },
    '.printed-list .MuiChip-label': { padding: 0 },
  },
} as const
