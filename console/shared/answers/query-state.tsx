import { Alert, Box, Button, CircularProgress } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { useErrorText } from './error-text.ts'

/** Shows loading, an error, or the content of a query. */
export function QueryState<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  if (query.data !== undefined) return children(query.data)
  if (query.error) {
    const retry = <Button onClick={() => query.refetch()}>{translate('kontor.action.retry')}</Button>
    return (
      <Alert severity="error" action={retry}>
        {errorText(query.error)}
      </Alert>
    )
  }
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', p: 6 }}>
      <CircularProgress aria-label={translate('ra.page.loading')} />
    </Box>
  )
}
