import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { keptPlan } from '../db/primary/kept-plans.ts'
import type { QueueFigures, WaitingRow, Wanted, WantedPage, WorkQueue } from './work-queue.ts'

type Column = Exclude<keyof WaitingRow, 'at' | 'place'>

/** A queue of the rows of a table, which is called `item` in all expressions. */
export interface DeclaredQueue {
  table: RawBuilder<unknown>
  /** What waits, written as the index is. */
  waits: RawBuilder<boolean>
  /** What orders the queue, as the index does: a time, and what tells rows of the same time apart. */
  at: RawBuilder<Date>
  tie: readonly (readonly [column: RawBuilder<unknown>, type: 'uuid' | 'bigint' | 'text'])[]
  /** The columns of the filters. */
  organization?: RawBuilder<unknown>
  assignee?: RawBuilder<unknown>
  status?: RawBuilder<unknown>
  /** What else the columns need, joined to the rows of a page only. It never leaves out a row. */
  joins: RawBuilder<unknown>
  /** Those that are not named are null. */
  columns: Partial<Record<Column, RawBuilder<unknown>>> & Record<'id' | 'title', RawBuilder<unknown>>
}

const columns: readonly Column[] = [
  'id',
  'title',
  'detail',
  'organization_id',
  'organization_name',
  'amount',
  'currency',
  'version',
  'assignee_id',
]

export function declareQueue(queue: DeclaredQueue): WorkQueue {
  const ties = queue.tie.map(([column]) => column)
  const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

  /** Ordered also where rows are only counted: the planner then walks the index until there are enough. */
  const times = (wanted: Wanted, most: number) =>
    sql`select ${queue.at} as at from ${queue.table} as item where ${all(conditionsOf(queue, wanted))}
      order by ${queue.at} limit ${sql.lit(most)}`

  return {
    async page(db: Db, wanted: WantedPage): Promise<WaitingRow[]> {
      const direction = wanted.newestFirst ? sql`desc` : sql`asc`
      const orderOf = (at: RawBuilder<unknown>) =>
        sql.join([at, ...ties].map((column) => sql`${column} ${direction}`))
      const selected = columns.map((name) => sql`${queue.columns[name] ?? sql`null`} as ${sql.ref(name)}`)
      const place = sql.join(
        [sql`(extract(epoch from item.queue_at) * 1000000)::bigint`, ...ties],
        sql` || '.' || `,
      )
      const found = await sql<WaitingRow>`
        select ${sql.join(selected)}, item.queue_at as at, ${place} as place
        from (
          select item.*, ${queue.at} as queue_at from ${queue.table} as item
          where ${all([...conditionsOf(queue, wanted), ...afterOf(queue, wanted)])}
          order by ${orderOf(queue.at)} limit ${wanted.limit}
        ) as item ${queue.joins}
        order by ${orderOf(sql`item.queue_at`)}
      `.execute(db)
      return found.rows
    },

    /** In one walk: what is overdue comes first. */
    async figures(db, { overdueBefore, ...wanted }, most): Promise<QueueFigures> {
      const me = queue.assignee && wanted.viewer?.kind === 'administrator' ? wanted.viewer.id : null
      const mine =
        me === null
          ? sql`null::integer`
          : sql`(select count(*)::integer from (${times({ ...wanted, assigneeId: me }, most)}) as mine)`
      const found = await sql<QueueFigures>`${keptPlan}
        select count(*)::integer as total, (count(*) filter (where at < ${overdueBefore}))::integer as overdue,
          min(at) as first, ${mine} as mine
        from (${times(wanted, most)}) as waiting
      `.execute(db)
      return found.rows[0] as QueueFigures
    },
  }
}

function conditionsOf(queue: DeclaredQueue, wanted: Wanted): RawBuilder<unknown>[] {
  const { from, before, organizationId, assigneeId, status } = wanted
  const conditions: RawBuilder<unknown>[] = [queue.waits]
  if (from) conditions.push(sql`${queue.at} >= ${from}`)
  if (before) conditions.push(sql`${queue.at} < ${before}`)
  if (organizationId !== undefined) conditions.push(sql`${queue.organization} = ${organizationId}`)
  if (assigneeId === null) conditions.push(sql`${queue.assignee} is null`)
  else if (assigneeId !== undefined) conditions.push(sql`${queue.assignee} = ${assigneeId}`)
  if (status !== undefined) conditions.push(sql`${queue.status} = ${status}`)
  return conditions
}

/** The contract has checked the form of the cursor, so that it can be compared. */
function afterOf(queue: DeclaredQueue, { after, newestFirst }: WantedPage): RawBuilder<unknown>[] {
  if (after === undefined) return []
  const [microseconds, ...tie] = after.split('.')
  const at = sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
  const there = queue.tie.map(([, type], index) => sql`${tie[index]}::${sql.raw(type)}`)
  const here = queue.tie.map(([column]) => column)
  const comparison = newestFirst ? sql`<` : sql`>`
  return [sql`(${sql.join([queue.at, ...here])}) ${comparison} (${sql.join([at, ...there])})`]
}
