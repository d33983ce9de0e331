import { useEffect, useRef } from 'react'
import { type QueueKey, queueKeyOf } from './queue-keys.ts'

/** Listens everywhere on the page: the keys work before anything was clicked. */
export function useQueueKeys(press: (key: QueueKey) => void, isListening: boolean) {
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    if (!isListening) return
    function onKey(event: KeyboardEvent) {
      const key = queueKeyOf(event)
      if (key === undefined || event.defaultPrevented || isTakenBy(event.target as Element, key)) return
      event.preventDefault()
      // A key that is held down moves, but does nothing else again.
      if (!event.repeat || key === 'next' || key === 'previous') latest.current(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isListening])
}

/** Keys that the focused element needs itself: text fields, lists of choices and, for Enter, buttons and links. */
function isTakenBy(element: Element, key: QueueKey): boolean {
  if (element.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return true
  if (element.matches('input[type="radio"]')) return key === 'next' || key === 'previous'
  if (element.matches('input, textarea, select, [contenteditable], [role="combobox"]')) return true
  return key === 'confirm' && element.closest('button, a, [role="tab"]') !== null
}
