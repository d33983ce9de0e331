import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { addRateCounts, forgetRateCounts } from './rate-count-store.ts'

const every = 1_000
/** Who has used less than this share of its limit on a node is that node's own affair. */
const toldFrom = 0.1

type Count = { requests: number; told: number; elsewhere: number; limit: number }
export type RateCounts = ReturnType<typeof createRateCounts>

/**
 * Requests per subject in the present minute, over all nodes: counted in memory, so that no request waits, and about
 * once a second brought together with what the other nodes have counted. While the database is away each node counts
 * for itself. Memory follows the subjects of one minute.
 */
export function createRateCounts({ db, now, log }: { db: Db; now: () => Date; log: Logger }) {
  let minute = 0
  let counts = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let telling = Promise.resolve()

  async function tell(): Promise<void> {
    const mine = counts
    const at = minute
    const news = [...mine]
      .filter(([, count]) => count.requests > count.told && count.requests >= count.limit * toldFrom)
      .map(([subject, count]) => ({ subject, requests: count.requests - count.told, count }))
    if (news.length === 0) return
    const totals = new Map(
      (await addRateCounts(db, at, news)).map(({ subject, requests }) => [subject, requests]),
    )
    for (const { subject, requests, count } of news) {
      count.told += requests
      // A lost response may have counted twice; never less than nothing.
      count.elsewhere = Math.max(0, (totals.get(subject) ?? 0) - count.told)
    }
    await forgetRateCounts(db, at - 1)
  }

  /** Calls at the same time wait for each other. */
  function tellInTurn(): Promise<void> {
    telling = telling
      .then(tell)
      .catch((error) => log.debug({ err: error }, 'requests are counted by this node alone'))
    return telling
  }

  return {
    /** Counts one request and gives the count of all nodes, as far as it is known here. */
    count(subject: string, limit: number): { requests: number; secondsLeft: number } {
      const seconds = now().getTime() / 1000
      const current = Math.floor(seconds / 60)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      let count = counts.get(subject)
      if (!count) {
        count = { requests: 0, told: 0, elsewhere: 0, limit }
        counts.set(subject, count)
      }
      count.requests += 1
      return {
        requests: count.requests + count.elsewhere,
        secondsLeft: Math.ceil((minute + 1) * 60 - seconds),
      }
    },
    start(): void {
      timer = setInterval(tellInTurn, every).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await telling
    },
  }
}
