import { useSyncExternalStore } from 'react'

/** Whether the service is reachable. The banner shows it, and lists are reloaded when it is back. */
let lost = false
let probe: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()
const probeSeconds = 2

export const connection = {
  isLost: () => lost,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  failed(): void {
    set(true)
    probe ??= setInterval(ask, probeSeconds * 1000)
  },
  works(): void {
    clearInterval(probe)
    probe = undefined
    set(false)
  },
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isLost)
}

async function ask(): Promise<void> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (answered) connection.works()
}

function set(value: boolean): void {
  if (lost === value) return
  lost = value
  for (const listener of listeners) listener()
}

window.addEventListener('offline', () => connection.failed())
window.addEventListener('online', () => void ask())
