import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../../platform/db/database.ts'
import { isOneOf } from '../../../platform/db/tuples.ts'
import type { PartyKey } from '../hits/hit-store.ts'
import type { PassState } from '../passes/pass-store.ts'
import type { SubjectRow } from './subject-tables.ts'

type NewSubject = Insertable<Tables['screening_subjects']>

/** The rows, locked until the transaction ends: whoever writes hits of a party holds its row. */
export function lockSubjects(db: Db, keys: readonly PartyKey[]): Promise<SubjectRow[]> {
  return keys.length === 0 ? Promise.resolve([]) : subjectsOf(db, keys).forUpdate().execute()
}

export function findSubjects(db: Db, keys: readonly PartyKey[]): Promise<SubjectRow[]> {
  return keys.length === 0 ? Promise.resolve([]) : subjectsOf(db, keys).execute()
}

/** In one order, so that nobody waits in a circle. */
function subjectsOf(db: Db, keys: readonly PartyKey[]) {
  return db.selectFrom('screening_subjects').selectAll().where(isAmong(keys)).orderBy('kind').orderBy('id')
}

function isAmong(keys: readonly PartyKey[]) {
  return isOneOf(
    ['kind', 'id'],
    keys.map(({ kind, id }) => [kind, id]),
  )
}

/** The organization itself and its people. */
export function listPrincipals(db: Db, organizationId: string): Promise<SubjectRow[]> {
  return db
    .selectFrom('screening_subjects')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', 'in', ['organization', 'person'])
    .orderBy('kind')
    .orderBy('id')
    .execute()
}

/** Payers and addresses of an organization that have hits that are not closed. */
export function listOthersWithHits(db: Db, organizationId: string, limit: number): Promise<SubjectRow[]> {
  return db
    .selectFrom('screening_subjects as subject')
    .selectAll('subject')
    .where('subject.organization_id', '=', organizationId)
    .where('subject.kind', 'in', ['payer', 'address'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('screening_hits as hit')
          .select('hit.id')
          .whereRef('hit.subject_kind', '=', 'subject.kind')
          .whereRef('hit.subject_id', '=', 'subject.id')
          .where('hit.status', '<>', 'closed'),
      ),
    )
    .orderBy('subject.kind')
    .orderBy('subject.id')
    .limit(limit)
    .execute()
}

/** Those that wait to be compared, without those that failed a moment ago. */
export function listDue(db: Db, at: Date, limit: number): Promise<PartyKey[]> {
  return db
    .selectFrom('screening_subjects')
    .select(['kind', 'id'])
    .where('is_due', '=', true)
    .where(({ or, eb }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', at)]))
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A party of a pass. What is compared is text, because most of them are never looked at here. */
export type PassSubject = Pick<
  SubjectRow,
  'kind' | 'id' | 'organization_id' | 'generation' | 'is_due' | 'secret_identifiers'
> & { compared: string }

/** The next parties in the order of a pass. */
export function listSubjectsAfter(
  db: Db,
  { kind, id }: { kind: string; id: string },
  limit: number,
): Promise<PassSubject[]> {
  return db
    .selectFrom('screening_subjects')
    .select(['kind', 'id', 'organization_id', 'generation', 'is_due', 'secret_identifiers'])
    .select(sql<string>`compared::text`.as('compared'))
    .where(sql<boolean>`(kind, id) > (${kind}, ${id}::uuid)`)
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** False if somebody else has just saved it. */
export async function insertSubject(db: Db, subject: NewSubject): Promise<boolean> {
  return (await insertSubjects(db, [subject])) === 1
}

/** Those that are not there yet. Returns their number. */
export async function insertSubjects(db: Db, subjects: readonly NewSubject[]): Promise<number> {
  if (subjects.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('screening_subjects')
    .values(subjects)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

export async function updateSubject(
  db: Db,
  { kind, id }: PartyKey,
  change: Updateable<Tables['screening_subjects']>,
): Promise<void> {
  await db
    .updateTable('screening_subjects')
    .set(change)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
}

/** Leaves these parties to the job, which compares each by itself. */
export async function makeDue(db: Db, keys: readonly PartyKey[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('screening_subjects')
    .set({ is_due: true, failures: 0, retry_at: null })
    .where(isAmong(keys))
    .execute()
}

/** Comparing these parties has failed. They wait, each time twice as long, from ten seconds to ten minutes. */
export async function postpone(db: Db, keys: readonly PartyKey[], at: Date): Promise<void> {
  if (keys.length === 0) return
  const failures = sql<number>`case when is_due then failures else 0 end`
  await db
    .updateTable('screening_subjects')
    .set({
      is_due: true,
      failures: sql<number>`${failures} + 1`,
      retry_at: sql<Date>`${at}::timestamptz + interval '10 seconds' * least(2 ^ least(${failures}, 6), 60)`,
    })
    .where(isAmong(keys))
    .execute()
}

/** The number of parties that wait because comparing them has failed. */
export async function countFailed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('screening_subjects')
    .select(sql<number>`count(*)`.as('count'))
    .where('is_due', '=', true)
    .where('failures', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteSubject(db: Db, { kind, id }: PartyKey): Promise<void> {
  await db.deleteFrom('screening_subjects').where('kind', '=', kind).where('id', '=', id).execute()
}

export async function countSubjects(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('screening_subjects')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The hash of each of these entries that is listed now. */
export async function listedHashes(
  db: Db,
  entries: readonly { list: string; entry_id: string }[],
): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map()
  const rows = await db
    .selectFrom('screening_entries')
    .select(['list', 'entry_id', 'hash'])
    .where(
      isOneOf(
        ['list', 'entry_id'],
        entries.map(({ list, entry_id }) => [list, entry_id]),
      ),
    )
    .where('until', 'is', null)
    .execute()
  return new Map(rows.map(({ list, entry_id, hash }) => [`${list} ${entry_id}`, hash]))
}

/** The generation with which a party is compared: when it was saved, or by a pass since. */
export function screenedGeneration(subject: SubjectRow, { done, running }: PassState): number {
  if (subject.is_due) return 0
  const isBehindCursor = running !== undefined && isUpTo(subject, running)
  return Math.max(subject.generation, done.generation, isBehindCursor ? running.generation : 0)
}

/** Kinds are ASCII and ids are written in one way, so that they sort here as in the database. */
function isUpTo(
  { kind, id }: PartyKey,
  { cursor_kind, cursor_id }: { cursor_kind: string; cursor_id: string },
) {
  return kind < cursor_kind || (kind === cursor_kind && id <= cursor_id)
}
