import { useCallback, useEffect, useState } from 'react'

/** Seconds that are left of a wait, counted by the clock and not by ticks. */
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
