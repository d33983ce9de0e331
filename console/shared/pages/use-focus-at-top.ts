import { use, useEffect, useRef } from 'react'
import { InPane } from './in-pane.ts'

/** Whatever comes next in a queue is read from its beginning, by eyes and by screen readers. Beside a list, the list has the focus. */
export function useFocusAtTop() {
  const top = useRef<HTMLDivElement>(null)
  const isInPane = use(InPane)
  useEffect(() => {
    if (isInPane) return
    window.scrollTo({ top: 0 })
    top.current?.focus({ preventScroll: true })
  }, [isInPane])
  return top
}
