import type { NoticeKind } from '../../../contract/work/inbox.ts'
import { type QueueName, queueRules, type WorkItem } from '../../../contract/work/work.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Work } from '../../platform/work/work-queue.ts'
import * as store from './inbox-store.ts'
import type { WriteNotices } from './notice-writer.ts'
import { mayRead } from './notices-of-event.ts'

const minute = 60_000
const day = 24 * 60 * minute
const batchSize = 200

/** Queues whose work belongs to nobody: whoever may do it is told once a day. */
const shared = [
  'documents',
  'kyb',
  'hits',
  'payments',
  'statements',
  'chain-lines',
  'credits',
  'exceptions',
  'payers',
  'new-organizations',
] as const

type Subject = { type: string; id: string; organizationId?: string | null }

export interface DueSources {
  db: Db
  now: () => Date
  work: Work
  votersOf: (db: Db, approvalId: string) => Promise<readonly string[]>
  /** Documents are announced this long before their last day. */
  expiringSeconds: number
  /** How many valid documents have their last day after one day and up to another, counted up to a limit. */
  countExpiring: (db: Db, days: { after: string; upTo: string }) => Promise<number>
  write: WriteNotices
  onNotices: () => void
}

/** Tells of what becomes due with time, and of which there is no event. A notice has a name, so it is made once. */
export function createDueNotices({
  db: pool,
  now,
  work,
  votersOf,
  expiringSeconds,
  countExpiring,
  write,
  onNotices,
}: DueSources): { overdue: Job; expiring: Job } {
  function notice(
    administratorId: string,
    kind: NoticeKind,
    source: string,
    { type, id, organizationId = null }: Subject,
    queue: QueueName,
    details: Record<string, unknown>,
    at: Date,
  ): store.NewNotice {
    return {
      id: newId(),
      administrator_id: administratorId,
      kind,
      source,
      subject_type: type,
      subject_id: id,
      organization_id: organizationId,
      actor_id: null,
      permission: queueRules[queue].see,
      details,
      created_at: at,
    }
  }

  /** One notice a day for everybody who may do the work. */
  async function ofQueue(queue: QueueName, at: Date): Promise<store.NewNotice[]> {
    const people = await store.listRecipients(pool)
    const source = `overdue:${queue}:${at.toISOString().slice(0, 10)}`
    return people
      .filter((person) => mayRead(person, queueRules[queue].act))
      .map(({ id }) => notice(id, 'overdue', source, { type: 'work_queue', id: queue }, queue, { queue }, at))
  }

  async function everyOverdue(queue: QueueName, from: Date, before: Date): Promise<WorkItem[]> {
    const all: WorkItem[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const found = await work.becameOverdue(queue, {
        from,
        before,
        limit: batchSize,
        ...(cursor && { cursor }),
      })
      all.push(...found.items)
      cursor = found.next_cursor
    }
    return all
  }

  async function overdueIn(queue: QueueName, from: Date, at: Date): Promise<store.NewNotice[]> {
    if (queue === 'requests') {
      const items = await everyOverdue(queue, from, at)
      const own = items.flatMap(({ id, assignee_id, title, due_at, organization_id }) =>
        assignee_id === null
          ? []
          : [
              notice(
                assignee_id,
                'overdue',
                `overdue:${id}:${due_at}`,
                { type: 'purchase_request', id, organizationId: organization_id },
                queue,
                { queue, number: title },
                at,
              ),
            ],
      )
      return [...(await onlyActive(own)), ...(items.length > own.length ? await ofQueue(queue, at) : [])]
    }
    if (queue === 'approvals') {
      const notices: store.NewNotice[] = []
      for (const { id, detail, due_at, organization_id } of await everyOverdue(queue, from, at))
        for (const voter of await votersOf(pool, id))
          notices.push(
            notice(
              voter,
              'overdue',
              `overdue:${id}:${due_at}`,
              { type: 'approval', id, organizationId: organization_id },
              queue,
              { queue, act: detail },
              at,
            ),
          )
      return notices
    }
    const { items } = await work.becameOverdue(queue, { from, before: at, limit: 1 })
    return items.length > 0 ? ofQueue(queue, at) : []
  }

  async function onlyActive(notices: store.NewNotice[]): Promise<store.NewNotice[]> {
    if (notices.length === 0) return []
    const active = new Set((await store.listRecipients(pool)).map(({ id }) => id))
    return notices.filter(({ administrator_id }) => active.has(administrator_id))
  }

  /** What was found is written together with how far it was looked. Two nodes that look at once write the same. */
  async function finish(name: string, position: Date, notices: readonly store.NewNotice[], at: Date) {
    const written = await pool.transaction().execute(async (db) => {
      const count = await write(db, notices, at)
      await store.movePosition(db, name, position)
      return count
    })
    if (written > 0) onNotices()
  }

  return {
    overdue: {
      name: 'overdue-notices',
      intervalMs: minute,
      runAtStart: true,
      async run(stopping) {
        for (const queue of ['requests', 'approvals', ...shared] as const) {
          if (stopping.aborted) return
          const at = now()
          const from = await store.findPosition(pool, queue, at)
          if (from < at) await finish(queue, at, await overdueIn(queue, from, at), at)
        }
      },
    },
    expiring: {
      name: 'expiring-notices',
      intervalMs: 10 * minute,
      runAtStart: true,
      async run() {
        const at = now()
        const today = new Date(at.toISOString().slice(0, 10))
        const upTo = new Date(today.getTime() + Math.floor((expiringSeconds * 1000) / day) * day)
        const name = 'expiring-documents'
        const position = await store.findPosition(pool, name, new Date(today.getTime() - day))
        if (position >= upTo) return
        const after = new Date(Math.max(position.getTime(), today.getTime() - day))
        const days = { after: dayOf(after), upTo: dayOf(upTo) }
        const count = await countExpiring(pool, days)
        const people = count === 0 ? [] : await store.listRecipients(pool)
        const subject = { type: 'work_queue', id: name }
        const notices = people
          .filter((person) => mayRead(person, queueRules[name].act))
          .map(({ id }) =>
            notice(id, 'expiring', `expiring:${days.upTo}`, subject, name, { queue: name, count }, at),
          )
        await finish(name, upTo, notices, at)
      },
    },
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
