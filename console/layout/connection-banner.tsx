import { Alert, Collapse } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useConnectionLost } from '../api/connection.ts'

/** Says that the service cannot be reached, and reads everything anew once it can. */
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
