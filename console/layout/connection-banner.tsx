import { Alert, Collapse } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useConnectionLost } from '../api/connection.ts'

/** Shows that the service is unreachable, and reloads everything when it is back. */
export function ConnectionBanner() {
  const lost = useConnectionLost()
  const wasLost = useRef(false)
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  useEffect(() => {
    if (lost) wasLost.current = true
    else if (wasLost.current) {
      wasLost.current = false
      notify('kontor.connection.back', { type: 'success' })
      void queryClient.invalidateQueries()
    }
  }, [lost, notify, queryClient])
  return (
    <Collapse in={lost} unmountOnExit>
      <Alert severity="warning" role="status" sx={{ mt: 1.5 }}>
        {translate('kontor.connection.lost')}
      </Alert>
    </Collapse>
  )
}
