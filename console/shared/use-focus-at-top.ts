import { useEffect, useRef } from 'react'

/** Whatever comes next in a queue is read from its beginning, by eyes and by screen readers. */
export function useFocusAtTop() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    top.current?.focus({ preventScroll: true })
  }, [])
  return top
}
