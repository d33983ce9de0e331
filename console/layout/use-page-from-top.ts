import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** A page that was not seen before is shown from its beginning. The way back is left to the browser. */
export function usePageFromTop(): void {
  // Tabs of an object have addresses below its own.
  const page = useLocation().pathname.split('/').slice(0, 4).join('/')
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, not another way to it
  useEffect(() => {
    if (type === NavigationType.Push) window.scrollTo({ top: 0 })
  }, [page])
}
