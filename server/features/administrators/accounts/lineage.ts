import type { LineageAct } from '../../../../contract/administrators/independence.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'

/** What the approval of an act says about it: the people whose votes counted, if any were needed. */
export interface Confirmed {
  confirmedBy?: readonly string[] | undefined
}

/**
 * Records that the actor made this account what it is. Only people make such an edge: commands and the service itself
 * are no person who could vote. An act that others approved is confirmed at once, unless it made a link: a vote confirms
 * the wish, not who sets the password. Returns the id of the edge.
 */
export async function addLineage(
  db: Db,
  edge: { administratorId: string; act: LineageAct; actor: Actor; at: Date } & Confirmed,
): Promise<string | undefined> {
  const { administratorId, act, actor, at, confirmedBy = [] } = edge
  if (actor.kind !== 'administrator' || actor.id === null || actor.id === administratorId) return undefined
  const isConfirmed = confirmedBy.length > 0
  const id = newId()
  await db
    .insertInto('administrator_lineage')
    .values({
      id,
      administrator_id: administratorId,
      made_by: actor.id,
      act,
      made_at: at,
      confirmed_at: isConfirmed ? at : null,
      confirmed_by: isConfirmed ? [...confirmedBy] : null,
    })
    .execute()
  return id
}

/** Confirms the unconfirmed edges to this account: all of them, or one. Returns how many there were. */
export async function confirmLineage(
  db: Db,
  administratorId: string,
  { by, at, edgeId }: { by: readonly string[]; at: Date; edgeId?: string },
): Promise<number> {
  const rows = await db
    .updateTable('administrator_lineage')
    .set({ confirmed_at: at, confirmed_by: [...by] })
    .where('administrator_id', '=', administratorId)
    .where('confirmed_at', 'is', null)
    .$if(edgeId !== undefined, (query) => query.where('id', '=', edgeId as string))
    .returning('id')
    .execute()
  return rows.length
}

/** All unconfirmed edges, oldest first. */
export function findOpenActs(
  db: Db,
): Promise<{ administrator_id: string; made_by: string; act: LineageAct; made_at: Date }[]> {
  return db
    .selectFrom('administrator_lineage')
    .select(['administrator_id', 'made_by', 'act', 'made_at'])
    .where('confirmed_at', 'is', null)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
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
