import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SubjectRow } from '../subjects/subject-tables.ts'

/** Parties in the order of their keys. */
export function listSubjectsOf(
  db: Db,
  {
    organizationId,
    after,
    limit,
  }: {
    organizationId?: string | undefined
    after?: { kind: string; id: string } | undefined
    limit: number
  },
): Promise<SubjectRow[]> {
  let query = db.selectFrom('screening_subjects').selectAll()
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId)
  if (after) query = query.where(sql<boolean>`(kind, id) > (${after.kind}, ${after.id}::uuid)`)
  return query.orderBy('kind').orderBy('id').limit(limit).execute()
}

/** The first generation of each list, by name. */
export async function listFirstGenerations(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('screening_imports')
    .select(['list', sql<number>`min(generation)`.as('first')])
    .where('generation', 'is not', null)
    .groupBy('list')
    .orderBy('list')
    .execute()
  return new Map(rows.map(({ list, first }) => [list, first]))
}
