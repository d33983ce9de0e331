import type { PurchaseRequest } from '../../server/features/purchase-requests/request/purchase-request-store.ts'
import { createQuoteExpiry } from '../../server/features/purchase-requests/quote-expiry.ts'
import { createJobs } from '../../server/platform/jobs/jobs.ts'
import { createMemoryQuoteStore, type QuoteStatements } from './memory-quote-store.ts'
import { nodeStore } from './node-store.ts'
import { DatabaseAway, type World } from './world.ts'

const isOutage = (error: unknown) => error instanceof DatabaseAway
const second = 1_000
/** Two runs of the job. */
const soon = 11 * second

/**
 * Approved requests whose quotes run out, while some are paid, nodes crash, the database fails and the clock is set
 * back and forth. Every quote that is over expires once, and none before the clock has said so.
 */
export async function quoteWorld(
  world: World,
  faulty?: (statements: QuoteStatements) => Partial<QuoteStatements>,
): Promise<void> {
  const { random } = world
  const memory = createMemoryQuoteStore()
  Object.assign(world.faults, { away: random.pick([0, 0.02, 0.2]), slow: random.pick([0, 0.05]) })
  let latestClock = world.now()
  const expired = new Map<string, number>()

  /** What is written, as the database sees it at the commit. */
  function watched() {
    const { statements, begin } = memory
    const withFaults = (own: QuoteStatements): QuoteStatements => ({ ...own, ...faulty?.(own) })
    return {
      statements: withFaults(statements),
      begin() {
        const transaction = begin()
        const own = withFaults(transaction.statements)
        let written: readonly PurchaseRequest[] = []
        return {
          ...transaction,
          statements: {
            ...own,
            expire(expiries: Parameters<QuoteStatements['expire']>[0]) {
              written = expiries.map(({ request }) => request)
              return own.expire(expiries)
            },
          },
          commit() {
            for (const request of written) check(request)
            transaction.commit()
          },
        }
      },
    }
  }

  function check({ id, quote_expires_at }: PurchaseRequest): void {
    const status = memory.get(id)?.status
    if (status !== 'approved') world.fail(`${id} expires although it is ${status}.`)
    if (!quote_expires_at || quote_expires_at > latestClock) world.fail(`${id} expires too early.`)
    expired.set(id, (expired.get(id) ?? 0) + 1)
  }

  function start(name: string) {
    const node = world.createNode(name)
    const now = () => {
      const at = world.now()
      if (at > latestClock) latestClock = at
      return at
    }
    const jobs = createJobs({ ...world, now, timers: node.timers, isOutage, random: random.next })
    jobs.every(createQuoteExpiry({ store: nodeStore(node, watched()), now }).job)
    jobs.start()
    return node
  }

  const nodes = Array.from({ length: 1 + random.below(3) }, (_, n) => start(`node ${n}`))
  const count = random.chance(0.1) ? 120 : random.below(8)
  for (let n = 0; n < count; n += 1) {
    const expires = new Date(world.now().getTime() + random.below(60 * second))
    await memory.save(approvedRequest(`request ${n}`, expires))
  }
  let isOver = false

  async function pay(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(30 * second), 'a customer')
      const request = random.pick(memory.requests())
      if (!request) return
      await world.call(`${request.id} is paid`, () =>
        memory.save({ ...request, status: 'paid', version: request.version + 1 }, 'approved'),
      )
    }
  }

  async function disturb(): Promise<void> {
    while (!isOver) {
      await world.sleep(random.below(20 * second), 'chance')
      const index = random.below(nodes.length)
      if (random.chance(0.3)) world.setClock((random.below(20) - 10) * second)
      else {
        nodes[index]?.crash()
        nodes[index] = start(`node ${index}`)
      }
    }
  }

  const work = [pay(), disturb()]
  await world.runFor(random.below(90 * second))
  isOver = true
  await world.finish(Promise.all(work), 'The end of all payments')
  Object.assign(world.faults, { away: 0, slow: 0 })
  const approved = () => memory.requests().filter(({ status }) => status === 'approved')
  const wait = Math.max(0, ...approved().map((row) => Number(row.quote_expires_at) - world.now().getTime()))
  await world.runUntil(() => approved().length === 0, 'The expiry of all quotes', wait + soon)
  for (const { id, status, version } of memory.requests()) {
    const times = expired.get(id) ?? 0
    if (times > 1 || (status === 'expired' && times === 0)) world.fail(`${id} expired ${times} times.`)
    if (version !== 2) world.fail(`${id} has version ${version}.`)
  }
}

/** The columns that the expiry reads. */
function approvedRequest(id: string, expires: Date): PurchaseRequest {
  const row = { id, status: 'approved', version: 1, quote_expires_at: expires, payment_reference: null }
  return row as PurchaseRequest
}
