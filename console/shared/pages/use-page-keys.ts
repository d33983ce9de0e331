import { useEffect, useRef } from 'react'
import type { Pressed } from './latin-key.ts'

/** Listens everywhere on the page: the keys work before anything was clicked. */
export function usePageKeys<Key>(
  keyOf: (pressed: Pressed) => Key | undefined,
  press: (key: Key) => void,
  isListening: boolean,
) {
  const latest = useRef({ keyOf, press })
  latest.current = { keyOf, press }
  useEffect(() => {
    if (!isListening) return
    function onKey(event: KeyboardEvent) {
      const key = latest.current.keyOf(event)
      if (key === undefined || event.defaultPrevented || isTakenBy(event.target as Element, event)) return
      event.preventDefault()
      // A key that is held down moves, but does nothing else again.
      if (!event.repeat || key === 'next' || key === 'previous') latest.current.press(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isListening])
}

/** Keys that the focused element needs itself: text fields, lists of choices and, for Enter, buttons and links. */
function isTakenBy(element: Element, { key }: KeyboardEvent): boolean {
  if (element.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true
  if (element.matches('input[type="radio"]')) return key.startsWith('Arrow')
  if (element.matches('input, textarea, select, [contenteditable], [role="combobox"]')) return true
  return key === 'Enter' && element.closest('button, a, [role="tab"]') !== null
}
