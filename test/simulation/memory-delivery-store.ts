import type { DeliveryStore, Lane, PendingDelivery } from '../../server/features/webhooks/delivery-store.ts'

export type MemoryDelivery = {
  seq: number
  endpointId: string
  objectId: string
  eventId: string
  state: 'pending' | 'delivered' | 'parked'
  attempts: number
  firstAttemptAt: Date | null
  nextAttemptAt: Date
}
type MemoryLane = { endpointId: string; objectId: string; claimableAt: Date; lease: string | null }

const objectType = 'organization'

/** Deliveries and lanes in memory. Each function is one transaction that holds the lane. */
export function createMemoryDeliveryStore() {
  const endpoints = new Set<string>()
  const deliveries: MemoryDelivery[] = []
  const lanes = new Map<string, MemoryLane>()
  let isPaused = false

  const keyOf = (endpointId: string, objectId: string) => `${endpointId} ${objectId}`
  const isClaimable = (lane: MemoryLane, at: Date) => !isPaused && lane.claimableAt <= at
  const oldestPending = (endpointId: string, objectId: string) =>
    deliveries.find(
      (row) => row.endpointId === endpointId && row.objectId === objectId && row.state === 'pending',
    )

  /** The lane, unless its lease is another one by now. */
  function held({ endpoint_id, object_id, lease }: Lane): MemoryLane | undefined {
    const lane = lanes.get(keyOf(endpoint_id, object_id))
    return lane?.lease === lease ? lane : undefined
  }

  function release(lane: MemoryLane): void {
    const next = oldestPending(lane.endpointId, lane.objectId)
    if (next) Object.assign(lane, { lease: null, claimableAt: next.nextAttemptAt })
    else lanes.delete(keyOf(lane.endpointId, lane.objectId))
  }

  const store: DeliveryStore = {
    async findEndpointsWithWork(at) {
      const due = [...lanes.values()].filter((lane) => isClaimable(lane, at))
      return [...endpoints].filter((id) => due.some(({ endpointId }) => endpointId === id))
    },
    async claimLane(endpointId, { at, until, lease }) {
      const [lane] = [...lanes.values()]
        .filter((lane) => lane.endpointId === endpointId && isClaimable(lane, at))
        .toSorted((a, b) => a.claimableAt.getTime() - b.claimableAt.getTime())
      if (!lane) return undefined
      Object.assign(lane, { lease, claimableAt: until })
      return { endpoint_id: endpointId, object_type: objectType, object_id: lane.objectId, lease }
    },
    async findPendingDelivery(lane) {
      const row = oldestPending(lane.endpoint_id, lane.object_id)
      return row && pendingDelivery(lane, row)
    },
    async finishAttempt({ lane, delivery }, { at, delivered, retry_at }) {
      const own = held(lane)
      if (!own) return false
      const row = deliveries.find(({ seq }) => String(seq) === delivery.id)
      if (row) {
        row.state = delivered ? 'delivered' : retry_at ? 'pending' : 'parked'
        row.attempts = delivery.attempts + 1
        row.firstAttemptAt = delivery.first_attempt_at ?? at
        row.nextAttemptAt = retry_at ?? row.nextAttemptAt
      }
      release(own)
      return true
    },
    async noteOutcome() {},
    async postponeLane(lane, until) {
      const own = held(lane)
      if (own) Object.assign(own, { lease: null, claimableAt: until })
    },
    async dropEmptyLane(lane) {
      const own = held(lane)
      if (own) release(own)
    },
  }

  return {
    store,
    deliveries: deliveries as readonly Readonly<MemoryDelivery>[],
    lanes: (): readonly Readonly<MemoryLane>[] => [...lanes.values()],
    addEndpoint: (id: string) => endpoints.add(id),
    setPaused(value: boolean): void {
      isPaused = value
    },
    /** As the trigger on the outbox does. */
    record(event: { id: string; objectId: string; at: Date }): void {
      for (const endpointId of endpoints) {
        const { id: eventId, objectId, at } = event
        const times = { attempts: 0, firstAttemptAt: null, nextAttemptAt: at }
        deliveries.push({
          seq: deliveries.length + 1,
          endpointId,
          objectId,
          eventId,
          state: 'pending',
          ...times,
        })
        const key = keyOf(endpointId, objectId)
        if (!lanes.has(key)) lanes.set(key, { endpointId, objectId, claimableAt: at, lease: null })
      }
    },
  }
}

function pendingDelivery(lane: Lane, row: MemoryDelivery): PendingDelivery {
  return {
    lane,
    delivery: { id: String(row.seq), attempts: row.attempts, first_attempt_at: row.firstAttemptAt },
    endpoint: {
      id: lane.endpoint_id,
      url: `https://${lane.endpoint_id}.example.com/`,
      secret: Buffer.alloc(32),
      previous_secret: null,
      previous_secret_expires_at: null,
    },
    event: {
      id: row.eventId,
      type: 'organization.updated',
      object_type: objectType,
      object_id: row.objectId,
      organization_id: null,
      data: {},
      created_at: row.nextAttemptAt,
      trace: undefined,
    },
  }
}
