import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Adds what this node has counted since its last report and returns the counts of all nodes. */
export async function addRateCounts(
  db: Db,
  minute: number,
  added: { subject: string; requests: number }[],
): Promise<{ subject: string; requests: number }[]> {
  // The same order on every node: two that add the same subjects then cannot deadlock.
  const rows = added.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const { rows: totals } = await sql<{ subject: string; requests: number }>`
    insert into rate_counts (minute, subject, requests)
    select ${minute}::bigint, subject, requests
    from unnest(${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ requests }) => requests)}::int[])
      as added (subject, requests)
    on conflict (minute, subject) do update set requests = rate_counts.requests + excluded.requests
    returning subject, requests
  `.execute(db)
  return totals
}

export async function deleteRateCounts(db: Db, before: number): Promise<void> {
  await db.deleteFrom('rate_counts').where('minute', '<', before).execute()
}
