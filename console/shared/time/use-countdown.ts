import { useCallback, useEffect, useState } from 'react'

/** The remaining seconds of a wait, computed from the clock. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  const waitFor = useCallback((seconds: number) => setUntil(Date.now() + seconds * 1000), [])
  return [left, waitFor]
}
