import { useEffect, useState } from 'react'

/** The value as it was when it last stayed the same for a while. */
export function useDelayed<T>(value: T, milliseconds = 400): T {
  const [delayed, setDelayed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return delayed
}
