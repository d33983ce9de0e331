import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { LineageAct } from './administrator-tables.ts'

/** What the approval of an act says about it: the people whose votes counted, if any were needed. */
export interface Authorized {
  confirmedBy?: readonly string[] | undefined
}

/**
 * Records that the actor made this account what it is. Only people make such an edge: commands and the service itself
 * are no person who could vote. An act that others approved is confirmed at once.
 */
export async function addLineage(
  db: Db,
  edge: { administratorId: string; act: LineageAct; actor: Actor; at: Date } & Authorized,
): Promise<void> {
  const { administratorId, act, actor, at, confirmedBy = [] } = edge
  if (actor.kind !== 'administrator' || actor.id === null || actor.id === administratorId) return
  const isConfirmed = confirmedBy.length > 0
  await db
    .insertInto('administrator_lineage')
    .values({
      id: newId(),
      administrator_id: administratorId,
      made_by: actor.id,
      act,
      made_at: at,
      confirmed_at: isConfirmed ? at : null,
      confirmed_by: isConfirmed ? [...confirmedBy] : null,
    })
    .execute()
}

/** Confirms the unconfirmed edges to this account: all of them, or those of one act. Returns how many there were. */
export async function confirmLineage(
  db: Db,
  administratorId: string,
  { by, at, act }: { by: readonly string[]; at: Date; act?: LineageAct },
): Promise<number> {
  const rows = await db
    .updateTable('administrator_lineage')
    .set({ confirmed_at: at, confirmed_by: [...by] })
    .where('administrator_id', '=', administratorId)
    .where('confirmed_at', 'is', null)
    .$if(act !== undefined, (query) => query.where('act', '=', act as LineageAct))
    .returning('id')
    .execute()
  return rows.length
}

/** Who has an unconfirmed edge to each account, by the id of the account. */
export async function findMakers(db: Db, administratorId?: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('administrator_lineage')
    .select(['administrator_id', 'made_by'])
    .distinct()
    .where('confirmed_at', 'is', null)
    .$if(administratorId !== undefined, (query) =>
      query.where('administrator_id', '=', administratorId as string),
    )
    .orderBy('made_by')
    .execute()
  const makers = new Map<string, string[]>()
  for (const { administrator_id, made_by } of rows) {
    makers.set(administrator_id, [...(makers.get(administrator_id) ?? []), made_by])
  }
  return makers
}
