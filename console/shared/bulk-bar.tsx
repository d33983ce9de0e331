import { Button, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { mostBulkRows } from '../../contract/bulk.ts'

/** What can be done with the rows that are chosen. Stays in sight while the list is scrolled. */
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
    <Paper
      role="toolbar"
      aria-label={translate('kontor.selection.chosen', { count })}
      elevation={3}
      sx={{
        position: 'sticky',
        top: 56,
        zIndex: 3,
        mb: 2,
        px: 2,
        py: 1,
        display: 'flex',
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
      }}
    >
      <Typography sx={{ mr: 1 }} aria-live="polite">
        {translate('kontor.selection.chosen', { count })}
      </Typography>
      {isTooMuch ? (
        <Typography color="error">
          {translate('kontor.selection.too_many', { most: mostBulkRows })}
        </Typography>
      ) : (
        children
      )}
      <Button onClick={onClear}>{translate('kontor.selection.clear')}</Button>
    </Paper>
  )
}
