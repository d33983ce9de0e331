import { permissionsOf } from '../../../../contract/api/roles.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { ReadWaiting } from './mail-content.ts'
import { deleteOldDigests, findDigested, insertDigest } from './mail-store.ts'
import { listDigestSettings } from './settings-store.ts'

const minute = 60_000
const day = 24 * 60 * minute
const keptDays = 180

/** Once a day, from the hour that each person has chosen, says what waits for them, unless nothing does. */
export function createDigestJob({
  db,
  now,
  waitingFor,
  onDigest,
}: {
  db: Db
  now: () => Date
  waitingFor: ReadWaiting
  onDigest: () => void
}): Job {
  return {
    name: 'mail-digest',
    intervalMs: minute,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const at = now()
      const due = (await listDigestSettings(db)).flatMap(({ id, role, digest_hour, time_zone }) => {
        if (digest_hour === null) return []
        const { hour, today } = localTime(at, time_zone)
        return hour >= digest_hour ? [{ id, role, administrator_id: id, digest_day: today }] : []
      })
      if (due.length === 0) return
      const digested = await findDigested(db, due)
      for (const { id, role, administrator_id, digest_day } of due) {
        if (digested.has(id) || stopping.aborted) continue
        const { queues, unread } = await waitingFor({ id, permissions: permissionsOf(role) })
        const state = queues.length > 0 || unread > 0 ? 'pending' : 'dropped'
        if (await insertDigest(db, { administrator_id, digest_day, state }, at)) onDigest()
      }
      await deleteOldDigests(db, new Date(at.getTime() - keptDays * day))
    },
  }
}

/** The day and the hour in a time zone; in that of the service if none is given. */
export function localTime(at: Date, timeZone: string | null): { today: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== null && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return { today: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}
