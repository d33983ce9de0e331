import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Viewer, WaitingRow, Wanted, WantedPage, WorkQueue } from '../../../platform/work/work-queue.ts'
import { organizationSummaries } from '../../organizations/organization-summary.ts'
import type { People } from '../people/people.ts'
import type { Needed } from '../policy/rules.ts'
import { createCurrentCount } from './current-count.ts'
import { waitMs } from './validity.ts'

interface WaitingApproval {
  id: string
  act: string
  asked_by: string
  asked_at: Date
  needed: Needed[]
  organization_id: string | null
  organization_name: string | null
}

/**
 * Approvals that wait for the vote of a person. Whose vote counts is decided by the people, not by SQL. An approval waits
 * for three days at most, so there are few.
 */
export function createApprovalQueue({
  now,
  people,
}: {
  now: () => Date
  people: Pick<People, 'listPeople'>
}): WorkQueue {
  const currentCount = createCurrentCount({ now, people })

  /** The first asked first. */
  async function waiting(db: Db, { viewer, from, before }: Wanted): Promise<WaitingRow[]> {
    const me = viewer && idOf(viewer)
    if (me === null) return []
    const approvals = await findWaiting(db, { at: now(), me, from, before })
    if (approvals.length === 0) return []
    const count = await currentCount(db)
    return approvals
      .filter((approval) => me === undefined || count.ineligibility(approval, me) === undefined)
      .map((approval) => ({
        id: approval.id,
        title: count.nameOf(approval.asked_by),
        detail: approval.act,
        organization_id: approval.organization_id,
        organization_name: approval.organization_name,
        amount: null,
        currency: null,
        version: null,
        assignee_id: null,
        at: approval.asked_at,
        place: `${approval.asked_at.getTime()}000.${approval.id}`,
      }))
  }

  return {
    async page(db, { newestFirst, after, limit, ...wanted }: WantedPage) {
      const rows = await waiting(db, wanted)
      const ordered = newestFirst ? rows.toReversed() : rows
      const isAfter = after === undefined ? () => true : laterThan(after, newestFirst)
      return ordered.filter(isAfter).slice(0, limit)
    },

    async figures(db, { overdueBefore, ...wanted }, most) {
      const rows = await waiting(db, wanted)
      const counted = (some: readonly unknown[]) => Math.min(some.length, most)
      return {
        total: counted(rows),
        overdue: counted(rows.filter(({ at }) => at < overdueBefore)),
        mine: null,
        first: rows[0]?.at ?? null,
      }
    },
  }
}

/** Null for whoever cannot vote. */
function idOf({ kind, id }: Viewer): string | null {
  return kind === 'administrator' ? id : null
}

/** Whether a row comes after a place, which need not exist any more. */
function laterThan(after: string, newestFirst: boolean): (row: WaitingRow) => boolean {
  const [microseconds, id = ''] = after.split('.')
  const time = Number(microseconds) / 1000
  return ({ at, id: other }) => {
    const difference = at.getTime() - time || (other < id ? -1 : other > id ? 1 : 0)
    return newestFirst ? difference < 0 : difference > 0
  }
}

async function findWaiting(
  db: Db,
  { at, me, from, before }: { at: Date; me: string | undefined } & Pick<Wanted, 'from' | 'before'>,
): Promise<WaitingApproval[]> {
  const isMine =
    me === undefined
      ? sql`true`
      : sql`not exists (
          select from approval_votes as vote where vote.approval_id = approval.id and vote.administrator_id = ${me}
        )`
  const { rows } = await sql<WaitingApproval>`
    select approval.id, approval.act, approval.asked_by, approval.asked_at, approval.needed, approval.organization_id,
      organization.name as organization_name
    from approvals as approval
      left join ${organizationSummaries} as organization on organization.id = approval.organization_id
    where approval.status = 'waiting' and approval.expires_at > ${at} and ${isMine}
      and approval.asked_at > ${new Date(at.getTime() - waitMs)}
      and approval.asked_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
      and approval.asked_at < coalesce(${before ?? null}::timestamptz, 'infinity')
    order by approval.asked_at, approval.id
  `.execute(db)
  return rows
}
