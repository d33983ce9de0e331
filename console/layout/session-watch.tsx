import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { onSession } from '../api/session.ts'
import { rememberPlace } from '../shared/access/place-to-return.ts'

/** When the session has ended, here or in another tab, cached data is cleared and the sign-in page shown. */
export function SessionWatch() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const place = useRef('/')
  const { pathname, search } = useLocation()
  place.current = `${pathname}${search}`
  useEffect(
    () =>
      onSession((change) => {
        if (change !== 'ended') return
        rememberPlace(place.current)
        queryClient.clear()
        navigate('/login')
      }),
    [navigate, queryClient],
  )
  return null
}
