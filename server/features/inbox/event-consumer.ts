import type { Permission } from '../../../contract/api/roles.ts'
import { eventPermission } from '../../../contract/events/events.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import * as store from './inbox-store.ts'
import type { WriteNotices } from './notice-writer.ts'
import { closesApproval, noticesOfEvent } from './notices-of-event.ts'

const second = 1000
const batchSize = 50

/**
 * Makes notices of the events of the outbox. An event leaves the queue in the transaction that writes its notices, so
 * each is made once, whatever dies in between and however many nodes there are.
 */
export function createEventConsumer({
  db: pool,
  now,
  votersOf,
  write,
  onNotices,
}: {
  db: Db
  now: () => Date
  votersOf: (db: Db, approvalId: string) => Promise<readonly string[]>
  write: WriteNotices
  /** Called after the commit. */
  onNotices: () => void
}): { job: Job } {
  function consume(): Promise<{ events: number; notices: number }> {
    return pool.transaction().execute(async (db) => {
      const events = await store.lockEvents(db, batchSize)
      if (events.length === 0) return { events: 0, notices: 0 }
      const people = await store.listRecipients(db)
      let notices = 0
      for (const event of events) {
        const told = await noticesOfEvent(event, people, (id) => votersOf(db, id))
        const rows = told.map(({ administratorId, kind, subject, details }) => ({
          id: newId(),
          administrator_id: administratorId,
          kind,
          source: event.id,
          subject_type: subject.type,
          subject_id: subject.id,
          organization_id: event.organization_id,
          actor_id: event.actor_id,
          permission: eventPermission(event.type) as Permission,
          details,
          created_at: event.created_at,
        }))
        notices += await write(db, rows, now())
        if (closesApproval(event)) {
          const settled = await store.settleNotices(db, event.object_id, ['approval', 'overdue'], now())
          await store.notifyPeople(db, settled)
        }
      }
      await store.deleteEvents(
        db,
        events.map(({ id }) => id),
      )
      return { events: events.length, notices }
    })
  }

  return {
    job: {
      name: 'inbox',
      intervalMs: 5 * second,
      runAtStart: true,
      async run(stopping) {
        for (let left = true; left && !stopping.aborted; ) {
          const { events, notices } = await consume()
          if (notices > 0) onNotices()
          left = events === batchSize
        }
      },
    },
  }
}
