import { randomUUID } from 'node:crypto'
import type { DeliveryWorkers } from './delivery-workers.ts'

/** Who holds a lease has the work alone until then. */
export interface Lease {
  at: Date
  until: Date
  lease: string
}

export interface LeasedWork<Item> {
  /** Takes what is due next, if there is anything. */
  claim(lease: Lease): Promise<Item | undefined>
  deliver(item: Item): Promise<void>
  /** Longer than a delivery can take, so that a running node never loses its lease. */
  leaseTime: number
  now(): Date
  onFailure(error: Error): void
}

/** Starts a worker for a receiver, which takes and delivers one thing after the other until nothing is due. */
export function startLeasedWork<Item>(
  workers: DeliveryWorkers,
  receiver: string,
  work: LeasedWork<Item>,
): void {
  async function run(): Promise<void> {
    while (!workers.stopping.aborted && !workers.isHeld()) {
      const at = work.now()
      const until = new Date(at.getTime() + work.leaseTime)
      const item = await work.claim({ at, until, lease: randomUUID() })
      if (item === undefined) return
      // More may be due: another worker looks for it, and ends at once if there is nothing.
      startLeasedWork(workers, receiver, work)
      await work.deliver(item)
    }
  }

  workers.start(receiver, () => run().catch(work.onFailure))
}
