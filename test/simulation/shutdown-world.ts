import pino from 'pino'
import { createStopSteps } from '../../server/platform/stop-steps.ts'
import { stopDatabase, stopMs, stopService } from '../../server/stop-service.ts'
import { createDeliveryWorld } from './delivery-world.ts'
import type { World } from './world.ts'

const log = pino({ level: 'silent' })
const second = 1_000
/** The watchdog, which must not be needed, ends the process after this time. */
const watchdogMs = stopMs + second
const parts = ['closeServer', 'audit', 'workers', 'vault', 'metrics', 'connections', 'embedded'] as const
type Part = (typeof parts)[number]

/**
 * A node that delivers webhooks is stopped at any moment, while parts of it hang or fail and the database does not
 * answer. All steps are tried, in their order, and the stop ends in time.
 */
export async function shutdownWorld(
  world: World,
  createSteps: typeof createStopSteps = createStopSteps,
): Promise<void> {
  const { random } = world
  const { memory, targets, start } = createDeliveryWorld(world)
  targets.setTrouble(random.pick([0, 0.5, 1]))
  for (let n = random.below(4); n >= 0; n -= 1) memory.addEndpoint(`target ${n}`)
  const service = start('node 0')
  for (let n = random.below(8); n >= 0; n -= 1) {
    memory.record({ id: `event ${n}`, objectId: `object ${n % 3}`, at: world.now() })
    service.wake()
    await world.runFor(random.below(random.pick([1, 50, 12 * second])))
  }
  Object.assign(world.faults, {
    away: random.pick([0, 0.1, 1]),
    hangs: random.pick([0, 0.1, 1]),
    slow: random.pick([0, 0.1]),
  })

  const begun: Part[] = []
  /** A part that stops, sooner or later or never. */
  const stopPart = (part: Part) => async (): Promise<void> => {
    begun.push(part)
    const fate = random.below(5)
    if (fate === 0) return
    if (fate === 1) throw new Error(`The stop of ${part} fails.`)
    if (fate === 2) return new Promise(() => {})
    await world.sleep(random.below(random.pick([100, 10 * second])), part)
    if (fate === 3) throw new Error(`The stop of ${part} fails late.`)
  }
  const stops = Object.fromEntries(parts.map((part) => [part, stopPart(part)])) as Record<Part, () => unknown>
  const { timers } = service.node
  const { elapsed } = world
  const step = createSteps({ log, totalMs: stopMs, elapsed, after: timers.after })
  const stop = async () => {
    await stopService(step, { ...stops, background: service.stop })
    await stopDatabase(step, stops)
  }
  world.note('node 0 stops')
  await world.finish(stop(), 'The stop', watchdogMs)
  if (begun.join() !== parts.join()) world.fail(`Only these parts were stopped: ${begun}.`)
}
