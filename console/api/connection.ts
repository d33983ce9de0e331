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
  /** Whether the service responds now. */
  async check(): Promise<boolean> {
    const answered = await ask()
    if (!answered) connection.failed()
    return answered
  },
  /** Resolves when the service is reachable. */
  back(): Promise<void> {
    if (!lost) return Promise.resolve()
    return new Promise((resolve) => {
      const stop = connection.subscribe(() => {
        if (lost) return
        stop()
        resolve()
      })
    })
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

async function ask(): Promise<boolean> {
  const answered = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (answered) connection.works()
  return answered
}

function set(value: boolean): void {
  if (lost === value) return
  lost = value
  for (const listener of listeners) listener()
}

window.addEventListener('offline', () => connection.failed())
window.addEventListener('online', () => void ask())
