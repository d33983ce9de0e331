import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { mostBulkRows } from '../../../contract/work/bulk.ts'

/** What can be done with the rows that are chosen. Lies over the header of the table: nothing moves below it. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  const translate = useTranslate()
  if (count === 0) return null
  const isTooMuch = count > mostBulkRows
  return (
    <Box sx={{ position: 'sticky', top: { xs: 56, sm: 48 }, height: 0, zIndex: 4 }}>
      <Box
        role="toolbar"
        aria-label={translate('kontor.selection.chosen', { count })}
        sx={{
          // The box that chooses all rows stays in sight.
          ml: '44px',
          height: 'var(--row-height, 36px)',
          px: 1,
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          whiteSpace: 'nowrap',
          overflowX: 'auto',
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiButton-root': { py: 0.25, flexShrink: 0 },
        }}
      >
        <Typography variant="body2" sx={{ mr: 1 }} aria-live="polite">
          {translate('kontor.selection.chosen', { count })}
        </Typography>
        {isTooMuch ? (
          <Typography variant="body2" color="error">
            {translate('kontor.selection.too_many', { most: mostBulkRows })}
          </Typography>
        ) : (
          children
        )}
        <Button size="small" onClick={onClear}>
          {translate('kontor.selection.clear')}
        </Button>
      </Box>
    </Box>
  )
}
