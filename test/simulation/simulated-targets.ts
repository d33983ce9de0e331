import { deliveryError } from '../../contract/events/webhooks.ts'
import type { Lane, PendingDelivery } from '../../server/features/webhooks/delivery-store.ts'
import type { SendWebhook } from '../../server/features/webhooks/webhook-sender.ts'
import type { createMemoryDeliveryStore } from './memory-delivery-store.ts'
import type { Node, World } from './world.ts'

type Result = Awaited<ReturnType<SendWebhook>>

/** The targets of webhooks. They know what they have received, and in which order it happened. */
export function createTargets(world: World, memory: ReturnType<typeof createMemoryDeliveryStore>) {
  const { random } = world
  /** How often each event was accepted. */
  const accepted = new Map<string, number>()
  const sending = new Map<string, { lease: string; node: Node }>()
  const leases = new Map<string, Date>()
  let trouble = 0

  const laneOf = ({ endpoint_id, object_id }: Lane) => `${endpoint_id} ${object_id}`
  const keyOf = (endpointId: string, eventId: string) => `${endpointId} ${eventId}`

  const holds = (lease: string) => world.now() < (leases.get(lease) ?? new Date(0))

  /** A lane has one request at a time, unless the clock has left the lease of one behind. */
  function begin(node: Node, lane: Lane): void {
    if (!holds(lane.lease)) return
    const other = sending.get(laneOf(lane))
    if (other?.node.isAlive() && holds(other.lease)) {
      world.fail(`${node.name} sends while ${other.node.name} holds the lease of ${laneOf(lane)}.`)
    }
    sending.set(laneOf(lane), { lease: lane.lease, node })
  }

  function end(lane: Lane): void {
    if (sending.get(laneOf(lane))?.lease === lane.lease) sending.delete(laneOf(lane))
  }

  /** Everything that happened earlier to the object was accepted before, or is parked. */
  function arrive({ lane, delivery, event }: PendingDelivery): void {
    const missing = memory.deliveries.find(
      (row) =>
        row.endpointId === lane.endpoint_id &&
        row.objectId === lane.object_id &&
        row.seq < Number(delivery.id) &&
        row.state !== 'parked' &&
        !accepted.has(keyOf(lane.endpoint_id, row.eventId)),
    )
    if (missing) world.fail(`${event.id} arrives before ${missing.eventId}.`)
  }

  function accept({ lane, event }: PendingDelivery): Result {
    const key = keyOf(lane.endpoint_id, event.id)
    accepted.set(key, (accepted.get(key) ?? 0) + 1)
    return { kind: 'answered', status: 200, excerpt: '' }
  }

  /** What the target does, after how long: it never takes longer than the timeout. */
  function choose(pending: PendingDelivery, timeout: number): { after: number; settle: () => Result } {
    if (!random.chance(trouble)) return { after: random.below(500), settle: () => accept(pending) }
    return random.pick([
      { after: timeout, settle: (): Result => ({ kind: 'failed', error: deliveryError('timeout') }) },
      // Accepted, but the answer is lost.
      {
        after: timeout,
        settle(): Result {
          accept(pending)
          return { kind: 'failed', error: deliveryError('timeout') }
        },
      },
      {
        after: random.below(timeout),
        settle: (): Result => ({ kind: 'answered', status: 500, excerpt: '' }),
      },
      { after: random.below(timeout), settle: () => accept(pending) },
      { after: 0, settle: (): Result => ({ kind: 'sealed' }) },
    ])
  }

  return {
    /** A node asked for this lease. Those that are over by then are over for good, also if the clock is set back. */
    leased(lease: string, { at, until }: { at: Date; until: Date }): void {
      for (const [other, end] of leases) if (end <= at) leases.delete(other)
      leases.set(lease, until)
    },

    /** The share of requests that do not simply succeed. */
    setTrouble(share: number): void {
      trouble = share
    },

    send(node: Node, pending: PendingDelivery, stopping: AbortSignal, timeout: number): Promise<Result> {
      const { lane, event } = pending
      world.note(`${node.name} sends ${event.id} to ${lane.endpoint_id}`)
      begin(node, lane)
      arrive(pending)
      const { after, settle } = choose(pending, timeout)
      return new Promise((resolve) => {
        const finish = (result: () => Result) => {
          stopping.removeEventListener('abort', abort)
          end(lane)
          resolve(result())
        }
        function abort(): void {
          cancel()
          // The target may have accepted it all the same.
          if (random.chance(0.3)) accept(pending)
          finish(() => ({ kind: 'aborted' }))
        }
        const cancel = node.timers.after(after, () => finish(settle))
        if (stopping.aborted) abort()
        else stopping.addEventListener('abort', abort)
      })
    },

    /** Every event was accepted, and none is marked as delivered that was not. */
    checkAll({ exactlyOnce }: { exactlyOnce: boolean }): void {
      for (const { endpointId, eventId, state } of memory.deliveries) {
        const times = accepted.get(keyOf(endpointId, eventId)) ?? 0
        if (state === 'delivered' && times === 0) world.fail(`${eventId} was not delivered to ${endpointId}.`)
        if (exactlyOnce && times !== 1)
          world.fail(`${eventId} was delivered ${times} times to ${endpointId}.`)
      }
    },
  }
}
