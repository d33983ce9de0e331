import { type Insertable, sql, type Updateable } from 'kysely'
import type {
  HitStatus,
  ListKind,
  ReopenedReason,
  SubjectKind,
} from '../../../../contract/organizations/screening.ts'
import type { Db, Tables } from '../../../platform/db/database.ts'
import { isOneOf } from '../../../platform/db/tuples.ts'
import { organizationSummary } from '../../organizations/organization-summary.ts'
import type { HitRow } from './hit-tables.ts'
import { gone } from './judge-hits.ts'

export type Hit = HitRow & { organization_name: string; kind: ListKind }
export type NewHit = Insertable<Tables['screening_hits']>
export type HitChange = Updateable<Tables['screening_hits']>

/** The states in which a hit above the threshold blocks. */
const blocking: readonly HitStatus[] = ['open', 'confirmed']

export function isBlocking({ status, above_threshold }: Pick<HitRow, 'status' | 'above_threshold'>): boolean {
  return above_threshold && blocking.includes(status)
}

/** Whether its party is gone, or is an address and now another one, so that there is nobody left whom the hit is about. */
export function isClosable({
  status,
  subject_kind,
  party_now,
}: Pick<HitRow, 'status' | 'subject_kind' | 'party_now'>): boolean {
  if (status === 'closed' || party_now === null) return false
  return party_now === gone || subject_kind === 'address'
}

/** A list that was not imported has no row, and counts as one of sanctions. */
const kindOfList = sql<ListKind>`coalesce(list.kind, 'sanctions')`.as('kind')

export function hits(db: Db) {
  return db
    .selectFrom('screening_hits as hit')
    .innerJoin(organizationSummary(db).as('organization'), 'organization.id', 'hit.organization_id')
    .leftJoin('screening_lists as list', (join) => join.on(sql<boolean>`list.name = hit.list collate "C"`))
    .selectAll('hit')
    .select(['organization.name as organization_name', kindOfList])
}

export function findHit(db: Db, id: string): Promise<Hit | undefined> {
  return hits(db).where('hit.id', '=', id).executeTakeFirst()
}

export function lockHit(db: Db, id: string): Promise<Hit | undefined> {
  return hits(db).where('hit.id', '=', id).forNoKeyUpdate('hit').executeTakeFirst()
}

/** All pairs of a party, closed ones too. */
export function listPairs(db: Db, kind: SubjectKind, id: string): Promise<HitRow[]> {
  return db
    .selectFrom('screening_hits')
    .selectAll()
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

export interface PartyKey {
  kind: SubjectKind
  id: string
}

/** Pairs that are not closed, of parties after one and up to another, in the order of a pass. */
export function listPairsBetween(
  db: Db,
  after: { kind: string; id: string },
  upTo: PartyKey,
): Promise<Pick<HitRow, 'subject_kind' | 'subject_id' | 'list' | 'entry_id'>[]> {
  return db
    .selectFrom('screening_hits')
    .select(['subject_kind', 'subject_id', 'list', 'entry_id'])
    .where(sql<boolean>`(subject_kind, subject_id) > (${after.kind}, ${after.id}::uuid)`)
    .where(sql<boolean>`(subject_kind, subject_id) <= (${upTo.kind}, ${upTo.id}::uuid)`)
    .where('status', '<>', 'closed')
    .execute()
}

/** A statement has at most 65,535 parameters. */
const hitsAtOnce = 1_000

export async function insertHits(db: Db, hits: readonly NewHit[]): Promise<void> {
  for (let at = 0; at < hits.length; at += hitsAtOnce)
    await db
      .insertInto('screening_hits')
      .values(hits.slice(at, at + hitsAtOnce))
      .execute()
}

export async function updateHit(db: Db, id: string, change: HitChange): Promise<void> {
  await db.updateTable('screening_hits').set(change).where('id', '=', id).execute()
}

function isOf(parties: readonly PartyKey[]) {
  return isOneOf(
    ['subject_kind', 'subject_id'],
    parties.map(({ kind, id }) => [kind, id]),
  )
}

/**
 * The hits that block an organization, the oldest first: those of itself and its people, also of people who were removed,
 * and those of these other parties.
 */
export function listBlocking(
  db: Db,
  organizationId: string,
  others: readonly PartyKey[],
): Promise<BlockingHit[]> {
  return db
    .selectFrom('screening_hits as hit')
    .leftJoin('screening_lists as list', (join) => join.on(sql<boolean>`list.name = hit.list collate "C"`))
    .selectAll('hit')
    .select(kindOfList)
    .where(({ and, or, eb }) =>
      or([
        and([
          eb('organization_id', '=', organizationId),
          eb('subject_kind', 'in', ['organization', 'person']),
        ]),
        ...(others.length > 0 ? [isOf(others)] : []),
      ]),
    )
    .where('status', 'in', blocking)
    .where('above_threshold', '=', true)
    .orderBy('id')
    .execute()
}

export type BlockingHit = HitRow & { kind: ListKind }

export interface RemovedParty extends PartyKey {
  name: string
}

/** Who is no longer a party of the organization and has hits that are not closed, with the name that was compared. */
export function listRemoved(db: Db, organizationId: string, limit: number): Promise<RemovedParty[]> {
  return hitsOfGone(db)
    .select([
      'hit.subject_kind as kind',
      'hit.subject_id as id',
      sql<string>`max(hit.subject_name)`.as('name'),
    ])
    .where('hit.organization_id', '=', organizationId)
    .where('hit.status', 'in', blocking)
    .groupBy(['hit.subject_kind', 'hit.subject_id'])
    .orderBy('hit.subject_kind')
    .orderBy('hit.subject_id')
    .limit(limit)
    .execute()
}

/** Confirmed hits of a list, also those with whom the desk went on, wait for a decision once more. */
export function reopenConfirmed(db: Db, list: string, because: ReopenedReason, at: Date): Promise<HitRow[]> {
  return db
    .updateTable('screening_hits')
    .set({
      status: 'open',
      reopened_because: JSON.stringify([because]),
      changed_fields: '[]',
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('list', '=', list)
    .where('status', 'in', ['confirmed', 'continue'])
    .returningAll()
    .execute()
}

export async function countHits(db: Db): Promise<{ status: HitStatus; above: boolean; count: number }[]> {
  return db
    .selectFrom('screening_hits')
    .select(['status', 'above_threshold as above', sql<number>`count(*)`.as('count')])
    .groupBy(['status', 'above_threshold'])
    .execute()
}

export interface HitCounts {
  open: number
  blocking: number
  dismissed: number
}

/** How many hits of these parties are open, how many block, and how many were dismissed. */
export async function countHitsOf(db: Db, parties: readonly PartyKey[]): Promise<Map<string, HitCounts>> {
  if (parties.length === 0) return new Map()
  const rows = await db
    .selectFrom('screening_hits')
    .select([
      'subject_kind',
      'subject_id',
      sql<number>`count(*) filter (where status = 'open')`.as('open'),
      sql<number>`count(*) filter (where above_threshold and status <> 'dismissed')`.as('blocking'),
      sql<number>`count(*) filter (where status = 'dismissed')`.as('dismissed'),
    ])
    .where(isOf(parties))
    .where('status', 'in', [...blocking, 'dismissed'])
    .groupBy(['subject_kind', 'subject_id'])
    .execute()
  return new Map(
    rows.map(({ subject_kind, subject_id, ...counts }) => [`${subject_kind} ${subject_id}`, counts]),
  )
}

/** All hits of these parties, closed ones too. */
export function listHitsOf(db: Db, parties: readonly PartyKey[]): Promise<HitRow[]> {
  if (parties.length === 0) return Promise.resolve([])
  return db.selectFrom('screening_hits').selectAll().where(isOf(parties)).orderBy('id').execute()
}

function hitsOfGone(db: Db) {
  return db
    .selectFrom('screening_hits as hit')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('screening_subjects as subject')
            .select('subject.id')
            .whereRef('subject.kind', '=', 'hit.subject_kind')
            .whereRef('subject.id', '=', 'hit.subject_id'),
        ),
      ),
    )
}

/** Hits of parties that are gone, in the order of their ids. */
export function listHitsOfGone(
  db: Db,
  {
    organizationId,
    after,
    limit,
  }: { organizationId?: string | undefined; after?: string | undefined; limit: number },
): Promise<HitRow[]> {
  let query = hitsOfGone(db).selectAll('hit')
  if (organizationId !== undefined) query = query.where('hit.organization_id', '=', organizationId)
  if (after !== undefined) query = query.where('hit.id', '>', after)
  return query.orderBy('hit.id').limit(limit).execute()
}
