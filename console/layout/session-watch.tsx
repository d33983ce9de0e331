import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { onSession } from '../api/session.ts'

/** Signing out in one tab signs out all tabs and clears cached data. */
export function SessionWatch() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onSession((change) => {
        if (change !== 'ended') return
        queryClient.clear()
        navigate('/login')
      }),
    [navigate, queryClient],
  )
  return null
}
