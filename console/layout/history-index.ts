import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * The router numbers the pages of the history that it opens, in `history.state.idx`, and can only hold back a step
 * between numbered ones. A page that was opened by typing an address gets its number here, before the router sees it.
 */
let current = 0

window.addEventListener('popstate', () => {
  if (typeof window.history.state?.idx === 'number') return
  window.history.replaceState({ ...window.history.state, idx: current + 1 }, '')
})

/** Keeps the number of the current page. */
export function useHistoryIndex(): void {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number changes with the location
  useEffect(() => {
    current = window.history.state?.idx ?? current
  }, [location])
}
