import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { VerificationTables } from './verification-tables.ts'

export type VerificationRow = Selectable<VerificationTables['audit_verifications']>

export async function insertVerification(db: Db, { problems, ...row }: VerificationRow): Promise<void> {
  await db
    .insertInto('audit_verifications')
    .values({ ...row, problems: JSON.stringify(problems) })
    .execute()
}

export async function lockVerifications(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit_verifications', 0))`.execute(db)
}

/** Newest first; with `isValid`, only those that found nothing. */
export function listVerifications(
  db: Db,
  { limit, isValid = false }: { limit: number; isValid?: boolean },
): Promise<VerificationRow[]> {
  return db
    .selectFrom('audit_verifications')
    .selectAll()
    .$if(isValid, (query) => query.where(sql<boolean>`problems = '[]'`))
    .orderBy('finished_at', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteVerificationsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('audit_verifications').where('finished_at', '<', time).execute()
}
