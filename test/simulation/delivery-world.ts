import pino from 'pino'
import type { DeliveryStore } from '../../server/features/webhooks/delivery-store.ts'
import { createWebhookDelivery } from '../../server/features/webhooks/webhook-delivery.ts'
import { requestTimeout, type SendWebhook } from '../../server/features/webhooks/webhook-sender.ts'
import type { DeliveryWorkers } from '../../server/platform/delivery/delivery-workers.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { createMemoryDeliveryStore } from './memory-delivery-store.ts'
import { throughNode } from './node-store.ts'
import { createTargets } from './simulated-targets.ts'
import type { World } from './world.ts'

const log = pino({ level: 'silent' })
const second = 1_000
const hour = 3_600 * second
/** The limit of this step of a stop. */
const stopLimit = 1_500

export type Service = ReturnType<ReturnType<typeof createDeliveryWorld>['start']>

/** Parts with a known fault, to prove that it would be found. */
export type FaultyParts = {
  createWorkers?: (world: World) => DeliveryWorkers
  store?: (store: DeliveryStore) => Partial<DeliveryStore>
}

/** Webhook delivery on several nodes with one store, to targets that answer, refuse, hang and fail. */
export function createDeliveryWorld(world: World, faulty: FaultyParts = {}) {
  const memory = createMemoryDeliveryStore()
  const targets = createTargets(world, memory)
  /** Retries after hours would otherwise need thousands of polls. */
  const intervalMs = world.random.pick([1, 20, 60]) * second

  /** A node with the jobs of delivery. */
  function start(name: string) {
    const node = world.createNode(name)
    let isStopped = false
    const send: SendWebhook = (pending, _at, stopping) => {
      if (isStopped) world.fail(`${name} sends after its stop.`)
      return targets.send(node, pending, stopping, requestTimeout)
    }
    const store = throughNode(node, { ...memory.store, ...faulty.store?.(memory.store) })
    const delivery = createWebhookDelivery({
      store: {
        ...store,
        claimLane(endpointId, claim) {
          targets.leased(claim.lease, claim)
          return store.claimLane(endpointId, claim)
        },
      },
      send,
      now: world.now,
      log,
      onAttempt() {},
      random: world.random.next,
      ...(faulty.createWorkers && { workers: faulty.createWorkers(world) }),
    })
    const jobs = createJobs({ log, now: world.now, timers: node.timers, random: world.random.next })
    const job = jobs.every({ ...delivery.job, intervalMs })
    jobs.start()
    return {
      node,
      wake: job.wake,
      /** As the service stops its background work. */
      async stop(): Promise<void> {
        await Promise.all([jobs.stop(), delivery.stop()])
        isStopped = true
      },
    }
  }

  return { memory, targets, start }
}

/**
 * Events happen while nodes crash, stop and start, targets misbehave and the database fails. In the end every event was
 * answered by its target, or parked; per object none before the ones that happened earlier.
 */
export async function deliveryWorld(world: World, faulty?: FaultyParts): Promise<void> {
  const { random } = world
  const { memory, targets, start } = createDeliveryWorld(world, faulty)
  const isCalm = random.chance(0.2)
  if (!isCalm)
    Object.assign(world.faults, { away: random.pick([0, 0.02, 0.1]), slow: random.pick([0, 0.05]) })
  targets.setTrouble(isCalm ? 0 : random.pick([0.1, 0.5, 0.9]))
  for (let n = random.below(3); n >= 0; n -= 1) memory.addEndpoint(`target ${n}`)
  const services = Array.from({ length: 1 + random.below(3) }, (_, n) => start(`node ${n}`))
  const restarting = new Set<number>()
  let isOver = false

  async function happen(objectId: string): Promise<void> {
    for (let n = random.below(5); n >= 0; n -= 1) {
      await world.sleep(random.below(random.pick([10, second, 20 * second])), objectId)
      memory.record({ id: `${objectId} event ${n}`, objectId, at: world.now() })
      // A notification may be lost.
      for (const { wake } of services) if (random.chance(0.8)) wake()
      if (!isCalm && random.chance(0.2)) await restart(random.below(services.length))
    }
  }

  /** Stops or crashes a node, and starts it again. */
  async function restart(index: number): Promise<void> {
    const service = services[index]
    if (!service || restarting.has(index)) return
    restarting.add(index)
    if (random.chance(0.4)) service.node.crash()
    else await stop(service)
    services[index] = start(service.node.name)
    restarting.delete(index)
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(random.pick([100, 2 * second, 60 * second])), 'chance')
      if (isOver) return
      if (random.chance(0.2)) world.setClock((random.below(20) - 10) * random.pick([second, 60 * second]))
      else await restart(random.below(services.length))
    }
  }

  /** A stop does not depend on the targets: with a database that answers, no step of it takes time. */
  async function stop({ node, stop }: Service): Promise<void> {
    const faults = { ...world.faults }
    Object.assign(world.faults, { away: 0, slow: 0 })
    let hasStopped = false
    const cancel = world.after(`${node.name} should have stopped`, stopLimit, () => {
      if (!hasStopped) world.fail(`The stop of ${node.name} takes longer than ${stopLimit / 1000} s.`)
    })
    world.note(`${node.name} stops`)
    await stop()
    hasStopped = true
    cancel()
    Object.assign(world.faults, faults)
  }

  const objects = Array.from({ length: 1 + random.below(4) }, (_, n) => happen(`object ${n}`))
  const disturbance = isCalm ? Promise.resolve() : disturb()
  await world.finish(Promise.all(objects), 'What happens')
  await world.runFor(random.pick([second, 10 * second, 60 * second]))
  isOver = true
  await world.finish(disturbance, 'The last restart')

  targets.setTrouble(0)
  Object.assign(world.faults, { away: 0, slow: 0 })
  const isPending = () => memory.deliveries.some(({ state }) => state === 'pending')
  await world.runUntil(() => !isPending(), 'The delivery of all events', 80 * hour)
  for (const service of services)
    await world.finish(stop(service), `The stop of ${service.node.name}`, stopLimit)
  targets.checkAll({ exactlyOnce: isCalm })
  if (memory.lanes().length > 0) world.fail('A lane is left without an event.')
}
