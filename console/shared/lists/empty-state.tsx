import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'

/** Shown instead of an empty list, with a hint what to do. */
export function EmptyState({
  title,
  help,
  children,
}: {
  title: string
  help?: string
  children?: ReactNode
}) {
  return (
    <Box sx={{ textAlign: 'center', py: 6, px: 2 }}>
      <Typography variant="h6" component="p" gutterBottom>
        {title}
      </Typography>
      {help && (
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {help}
        </Typography>
      )}
      {children}
    </Box>
  )
}

/** Nothing matches the filters. */
export function NothingFound({ onClear, children }: { onClear: () => void; children?: ReactNode }) {
  const translate = useTranslate()
  return (
    <EmptyState title={translate('kontor.empty.nothing_found')} help={translate('kontor.empty.try_other')}>
      {children}
      <Button onClick={onClear}>{translate('kontor.action.clear_filters')}</Button>
    </EmptyState>
  )
}
