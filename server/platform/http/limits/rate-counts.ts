import type { Db } from '../../db/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { addRateCounts, deleteRateCounts } from './rate-count-store.ts'

/** Subjects that have used less than this share of their limit on a node are not reported to the database. */
const reportedShare = 0.1

interface Count {
  requests: number
  /** Of `requests`, how many the database knows of. */
  reported: number
  onOtherNodes: number
  limit: number
}

export type RateCounts = ReturnType<typeof createRateCounts>

/**
 * Requests per subject in the current minute, over all nodes. They are counted in memory, so that no request waits, and
 * about once a second added to the counts of the other nodes in the database. While the database is away, each node
 * counts for itself. Memory is bounded by the subjects of one minute.
 */
export function createRateCounts({ db, now }: { db: Db; now: () => Date }) {
  let minute = 0
  let counts = new Map<string, Count>()

  async function report(): Promise<void> {
    const reportedMinute = minute
    const news = [...counts]
      .filter(([, count]) => count.requests > count.reported && count.requests >= count.limit * reportedShare)
      .map(([subject, count]) => ({ subject, requests: count.requests - count.reported, count }))
    if (news.length === 0) return
    const totals = new Map(
      (await addRateCounts(db, reportedMinute, news)).map(({ subject, requests }) => [subject, requests]),
    )
    for (const { subject, requests, count } of news) {
      count.reported += requests
      // If an earlier report was committed but its response was lost, it is counted twice: never below zero.
      count.onOtherNodes = Math.max(0, (totals.get(subject) ?? 0) - count.reported)
    }
    await deleteRateCounts(db, reportedMinute - 1)
  }

  /** Seconds since 1970. The counts of the last minute are forgotten. */
  function startMinute(): number {
    const seconds = now().getTime() / 1000
    const current = Math.floor(seconds / 60)
    if (current !== minute) {
      minute = current
      counts = new Map()
    }
    return seconds
  }

  const job: Job = { name: 'rate-counts', intervalMs: 1_000, run: report }

  return {
    /** Counts one request and returns the count over all nodes, as far as this node knows it. */
    count(subject: string, limit: number): { requests: number; secondsLeft: number } {
      const seconds = startMinute()
      let count = counts.get(subject)
      if (!count) {
        count = { requests: 0, reported: 0, onOtherNodes: 0, limit }
        counts.set(subject, count)
      }
      count.requests += 1
      return {
        requests: count.requests + count.onOtherNodes,
        secondsLeft: Math.ceil((minute + 1) * 60 - seconds),
      }
    },
    /** The count of a subject, without counting. */
    counted(subject: string): number {
      startMinute()
      const count = counts.get(subject)
      return count ? count.requests + count.onOtherNodes : 0
    },
    job,
  }
}
