import { type Insertable, type Selectable, sql } from 'kysely'
import type { DocumentKind } from '../../../contract/organizations/documents.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DocumentTables } from './document-tables.ts'

export type DocumentVersion = Selectable<DocumentTables['document_versions']>
export type Decision = Selectable<DocumentTables['document_decisions']>

export type FilledSlot = NonNullable<Awaited<ReturnType<typeof findSlot>>>

/** The current version of a document, and the decision in force. */
export function findSlot(db: Db, organizationId: string, kind: DocumentKind) {
  return slots(db, organizationId).where('v.kind', '=', kind).executeTakeFirst()
}

export function listSlots(db: Db, organizationId: string): Promise<FilledSlot[]> {
  return slots(db, organizationId).execute()
}

function slots(db: Db, organizationId: string) {
  return db
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'd.organization_id')
        .onRef('v.kind', '=', 'd.kind')
        .onRef('v.version', '=', 'd.version'),
    )
    .leftJoin('document_decisions as e', 'e.id', 'd.decision_id')
    .selectAll('v')
    .select([
      'd.status as status',
      'e.status as decision_status',
      'e.reason_code as decision_reason_code',
      'e.comment as decision_comment',
      'e.decided_by as decided_by',
      'e.decided_at as decided_at',
    ])
    .where('d.organization_id', '=', organizationId)
}

export function findVersionById(db: Db, id: string): Promise<DocumentVersion | undefined> {
  return db.selectFrom('document_versions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findVersion(
  db: Db,
  organizationId: string,
  kind: DocumentKind,
  version: number,
): Promise<DocumentVersion | undefined> {
  return db
    .selectFrom('document_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
}

export function listVersions(db: Db, organizationId: string, kind: DocumentKind): Promise<DocumentVersion[]> {
  return db
    .selectFrom('document_versions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .orderBy('version')
    .execute()
}

export function listDecisions(db: Db, versionIds: string[]): Promise<Decision[]> {
  return db
    .selectFrom('document_decisions')
    .selectAll()
    .where('version_id', 'in', versionIds)
    .orderBy('id')
    .execute()
}

/** Makes a new version the current one, without a decision. */
export async function insertVersion(
  db: Db,
  row: Insertable<DocumentTables['document_versions']>,
): Promise<void> {
  const { organization_id, kind, version, expires_on, uploaded_at } = row
  await db.insertInto('document_versions').values(row).execute()
  const current = {
    version,
    expires_on,
    status: 'pending' as const,
    decision_id: null,
    waiting_since: uploaded_at,
  }
  await db
    .insertInto('documents')
    .values({ organization_id, kind, ...current })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind']).doUpdateSet(current))
    .execute()
}

/** Whether the decision in force was recorded so lately, by the clock of the database. */
export async function isDecidedWithin(
  db: Db,
  { organization_id, kind }: Pick<DocumentVersion, 'organization_id' | 'kind'>,
  seconds: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('documents as d')
    .innerJoin('document_decisions as e', 'e.id', 'd.decision_id')
    .select('e.id')
    .where('d.organization_id', '=', organization_id)
    .where('d.kind', '=', kind)
    .where(sql<boolean>`e.recorded_at > clock_timestamp() - ${seconds} * interval '1 second'`)
    .executeTakeFirst()
  return found !== undefined
}

/** Records a decision. Withdrawing a decision leaves none in force. */
export async function insertDecision(
  db: Db,
  { organizationId, kind }: { organizationId: string; kind: DocumentKind },
  decision: Insertable<DocumentTables['document_decisions']>,
): Promise<void> {
  await db.insertInto('document_decisions').values(decision).execute()
  await db
    .updateTable('documents')
    .set({
      status: decision.status,
      decision_id: decision.status === 'pending' ? null : decision.id,
      ...(decision.status === 'pending' && { waiting_since: decision.decided_at }),
    })
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .execute()
}
