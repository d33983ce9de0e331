/** Deliveries at once per receiver and node: a receiver that hangs blocks only its own. */
const perReceiver = 4

export type DeliveryWorkers = ReturnType<typeof createDeliveryWorkers>

/** The workers of this node: a few per receiver, such as a webhook endpoint, and no new one once they are stopped. */
export function createDeliveryWorkers({ isHeld = () => false }: { isHeld?: () => boolean } = {}) {
  const running = new Map<string, Set<Promise<void>>>()
  const stopping = new AbortController()
  let waiting: (() => void)[] = []

  function ended(receiver: string, worker: Promise<void>): void {
    const own = running.get(receiver)
    own?.delete(worker)
    if (own?.size === 0) running.delete(receiver)
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
    /** Whether nothing may leave now. */
    isHeld,
    /** Aborted by the stop. */
    stopping: stopping.signal,
    /** Starts one more worker, unless the receiver has enough. `work` never rejects. */
    start(receiver: string, work: () => Promise<void>): void {
      const own = running.get(receiver) ?? new Set()
      if (own.size >= perReceiver || stopping.signal.aborted || isHeld()) return
      running.set(receiver, own)
      const worker: Promise<void> = work().finally(() => ended(receiver, worker))
      own.add(worker)
    },
    async stop(): Promise<void> {
      stopping.abort()
      await idle()
    },
  }
}
