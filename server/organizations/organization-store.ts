import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DocumentKind } from '../../contract/documents.ts'
import type { DocumentSlot } from '../../contract/documents-summary.ts'
import type { Db, Tables } from '../db/database.ts'

const columns = [
  'id',
  'type',
  'inn',
  'ogrn',
  'kpp',
  'full_name',
  'short_name',
  'registry_status',
  'registration_date',
  'liquidation_date',
  'legal_address',
  'actual_address',
  'okved_main',
  'director',
  'contact',
  'bank_details',
  'kyb_status',
  'kyb_reason',
  'document_slots',
  'wallets_count',
  'external_id',
  'notes',
  'source',
  'version',
  'created_at',
  'updated_at',
  'created_by',
] as const

export type OrganizationRow = Pick<Selectable<Tables['organizations']>, (typeof columns)[number]>
export type NewOrganization = Insertable<Tables['organizations']>
export type OrganizationChange = Updateable<Tables['organizations']>
export type SearchTexts = Omit<Tables['organization_search'], 'seq'>

export interface FoundPage {
  rows: OrganizationRow[]
  /** How many there are, or how many were counted. */
  counted: number
}

export function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Reads the organization and holds its row until the transaction ends. Rows that refer to it can still be added. */
export function lockOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** From here on, whoever creates an organization waits until this transaction ends. */
export function insertOrganization(db: Db, row: NewOrganization): Promise<OrganizationRow & { seq: number }> {
  return db
    .insertInto('organizations')
    .values(row)
    .returning([...columns, 'seq'])
    .executeTakeFirstOrThrow()
}

export function updateOrganization(
  db: Db,
  id: string,
  change: OrganizationChange,
): Promise<OrganizationRow & { seq: number }> {
  return db
    .updateTable('organizations')
    .set(change)
    .where('id', '=', id)
    .returning([...columns, 'seq'])
    .executeTakeFirstOrThrow()
}

export async function saveSearchTexts(db: Db, seq: number, texts: SearchTexts): Promise<void> {
  await db
    .insertInto('organization_search')
    .values({ seq, ...texts })
    .onConflict((conflict) => conflict.column('seq').doUpdateSet(texts))
    .execute()
}

/** The organization that stands in the way of these requisites: the same pair first, else one of the same INN. */
export function findByRequisites(
  db: Db,
  { inn, kpp, except }: { inn: string; kpp: string | null; except?: string | undefined },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('organizations')
    .select('id')
    .where('inn', '=', inn)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
    .$if(kpp !== null, (query) => query.where((where) => where('kpp', '=', kpp).or('kpp', 'is', null)))
    .orderBy(sql`kpp is not distinct from ${kpp}`, 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
}

export function findByExternalId(db: Db, externalId: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('organizations').select('id').where('external_id', '=', externalId).executeTakeFirst()
}

/** Total and page in one statement, so that they belong together; seq has no gaps, so an offset is a subtraction. */
export async function findPage(db: Db, limit: number, offset: number): Promise<FoundPage> {
  const { rows } = await sql<CountedRow>`
    select counter.total::integer as counted, page.*
    from organization_counter counter
      left join lateral (
        select ${selected} from organizations
        where seq <= counter.total - ${offset}::bigint
        order by seq desc
        limit ${limit}
      ) page on true
  `.execute(db)
  return split(rows)
}

/** A page of the organizations that match the folded text; counting stops at `countUpTo`. */
export async function findMatchingPage(
  db: Db,
  q: string,
  { limit, offset, countUpTo }: { limit: number; offset: number; countUpTo: number },
): Promise<FoundPage> {
  const { rows } = await sql<CountedRow>`
    with hits as materialized (select seq from find_organizations(${q}, ${countUpTo}) as seq)
    select counter.counted, page.*
    from (select count(*)::integer as counted from hits) counter
      left join lateral (
        select ${selected}
        from (select seq from hits order by seq desc offset ${offset} limit ${limit}) as wanted
          join organizations using (seq)
        order by seq desc
      ) page on true
  `.execute(db)
  return split(rows)
}

type CountedRow = (OrganizationRow | { [column in keyof OrganizationRow]: null }) & { counted: number }

const selected = sql.join(columns.map((column) => sql.ref(column)))

/** A page beyond the end still says how many there are: in one row without an organization. */
function split(rows: CountedRow[]): FoundPage {
  const found = rows.filter((row): row is OrganizationRow & { counted: number } => row.id !== null)
  return { rows: found, counted: rows[0]?.counted ?? 0 }
}

export async function setDocumentSlot(
  db: Db,
  id: string,
  kind: DocumentKind,
  slot: DocumentSlot,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ document_slots: sql`document_slots || ${JSON.stringify({ [kind]: slot })}::jsonb` })
    .where('id', '=', id)
    .execute()
}

export async function setWalletsCount(db: Db, id: string, count: number): Promise<void> {
  await db.updateTable('organizations').set({ wallets_count: count }).where('id', '=', id).execute()
}
