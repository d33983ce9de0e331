import type { Db } from '../db/database.ts'
import type { Job } from '../jobs/jobs.ts'
import { addRateCounts, forgetRateCounts } from './rate-count-store.ts'

/** A subject that has used less than this share of its limit on a node is not shared with the other nodes. */
const sharedFrom = 0.1

type Count = { requests: number; shared: number; elsewhere: number; limit: number }
export type RateCounts = ReturnType<typeof createRateCounts>

/**
 * Requests per subject in the current minute, over all nodes. They are counted in memory, so that no request waits, and
 * about once a second the counts are added up with those of the other nodes. While the database is away each node
 * counts for itself. Memory grows with the subjects of one minute.
 */
export function createRateCounts({ db, now }: { db: Db; now: () => Date }) {
  let minute = 0
  let counts = new Map<string, Count>()

  async function share(): Promise<void> {
    const at = minute
    const news = [...counts]
      .filter(([, count]) => count.requests > count.shared && count.requests >= count.limit * sharedFrom)
      .map(([subject, count]) => ({ subject, requests: count.requests - count.shared, count }))
    if (news.length === 0) return
    const totals = new Map(
      (await addRateCounts(db, at, news)).map(({ subject, requests }) => [subject, requests]),
    )
    for (const { subject, requests, count } of news) {
      count.shared += requests
      // If a response was lost, the total may be too high, but the difference is never negative.
      count.elsewhere = Math.max(0, (totals.get(subject) ?? 0) - count.shared)
    }
    await forgetRateCounts(db, at - 1)
  }

  const job: Job = { name: 'rate-counts', intervalMs: 1_000, run: share }

  return {
    /** Counts one request and returns the count of all nodes, as far as this node knows it. */
    count(subject: string, limit: number): { requests: number; secondsLeft: number } {
      const seconds = now().getTime() / 1000
      const current = Math.floor(seconds / 60)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      let count = counts.get(subject)
      if (!count) {
        count = { requests: 0, shared: 0, elsewhere: 0, limit }
        counts.set(subject, count)
      }
      count.requests += 1
      return {
        requests: count.requests + count.elsewhere,
        secondsLeft: Math.ceil((minute + 1) * 60 - seconds),
      }
    },
    job,
  }
}
