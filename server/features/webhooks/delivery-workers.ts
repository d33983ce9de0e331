/** Requests at once per endpoint and node: an endpoint that hangs blocks only its own. */
const perEndpoint = 4

export type DeliveryWorkers = ReturnType<typeof createDeliveryWorkers>

/** The workers of this node: a few per endpoint, and no new one once they are stopped. */
export function createDeliveryWorkers() {
  const running = new Map<string, Set<Promise<void>>>()
  const stopping = new AbortController()
  let waiting: (() => void)[] = []

  function ended(endpointId: string, worker: Promise<void>): void {
    const own = running.get(endpointId)
    own?.delete(worker)
    if (own?.size === 0) running.delete(endpointId)
    if (running.size > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  /** Resolves when no worker runs. */
  async function idle(): Promise<void> {
    while (running.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    idle,
    /** Aborted by the stop. */
    stopping: stopping.signal,
    /** Starts one more worker, unless the endpoint has enough. `work` never rejects. */
    start(endpointId: string, work: () => Promise<void>): void {
      const own = running.get(endpointId) ?? new Set()
      if (own.size >= perEndpoint || stopping.signal.aborted) return
      running.set(endpointId, own)
      const worker: Promise<void> = work().finally(() => ended(endpointId, worker))
      own.add(worker)
    },
    async stop(): Promise<void> {
      stopping.abort()
      await idle()
    },
  }
}
