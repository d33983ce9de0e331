import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { PassRow } from './pass-tables.ts'

/** How far all parties are compared with the lists. */
export interface PassState {
  /** The generation of the last pass that is done; 0 before the first. */
  done: { generation: number; at: Date | null }
  running: PassRow | undefined
}

export async function findPasses(db: Db): Promise<PassState> {
  const rows = await db
    .selectFrom('screening_passes')
    .selectAll()
    .orderBy('generation', 'desc')
    // The one that is running is the newest.
    .limit(2)
    .execute()
  const done = rows.find(({ finished_at }) => finished_at !== null)
  return {
    done: { generation: done?.generation ?? 0, at: done?.finished_at ?? null },
    running: rows.find(({ finished_at }) => finished_at === null),
  }
}

/** Begins a pass unless another node has, and leaves it to this node until then. */
export async function insertPass(
  db: Db,
  { generation, since, at, leasedUntil }: { generation: number; since: number; at: Date; leasedUntil: Date },
): Promise<PassRow | undefined> {
  return db
    .insertInto('screening_passes')
    .values(({ selectFrom }) => ({
      generation,
      since,
      total: selectFrom('screening_subjects').select(sql<number>`count(*)`.as('total')),
      started_at: at,
      leased_until: leasedUntil,
      finished_at: null,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Takes over a pass whose node has not been heard of. Undefined if somebody else is at it. */
export function takePass(
  db: Db,
  generation: number,
  { at, leasedUntil }: { at: Date; leasedUntil: Date },
): Promise<PassRow | undefined> {
  return db
    .updateTable('screening_passes')
    .set({ leased_until: leasedUntil })
    .where('generation', '=', generation)
    .where('finished_at', 'is', null)
    .where('leased_until', '<=', at)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Changes a pass that is still where this node has read it, in the transaction of the hits. Undefined if another node has
 * taken over.
 */
export function changePass(
  db: Db,
  from: PassRow,
  change: Partial<Omit<PassRow, 'generation' | 'since'>>,
): Promise<PassRow | undefined> {
  return db
    .updateTable('screening_passes')
    .set(change)
    .where('generation', '=', from.generation)
    .where('cursor_kind', '=', from.cursor_kind)
    .where('cursor_id', '=', from.cursor_id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
