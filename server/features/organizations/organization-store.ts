import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables } from '../../platform/db/database.ts'

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

/** A row that travelled as JSON: its times are text. */
export type PageRow = Omit<OrganizationRow, 'created_at' | 'updated_at'> & {
  created_at: string
  updated_at: string
}

export interface FoundPage {
  rows: PageRow[]
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

export async function findPage(db: Db, limit: number, offset: number): Promise<FoundPage> {
  const { rows } = await sql<JsonPage>`
    select counted, organizations from organization_page(${offset}, ${limit})
  `.execute(db)
  return found(rows)
}

/** A page of the organizations that match the folded text; counting stops at `countUpTo`. */
export async function findMatchingPage(
  db: Db,
  q: string,
  { limit, offset, countUpTo }: { limit: number; offset: number; countUpTo: number },
): Promise<FoundPage> {
  const { rows } = await sql<JsonPage>`
    select counted, organizations from matching_organization_page(${q}, ${offset}, ${limit}, ${countUpTo})
  `.execute(db)
  return found(rows)
}

type JsonPage = { counted: number; organizations: unknown[][] | null }

function found([page]: JsonPage[]): FoundPage {
  const { counted, organizations } = page as JsonPage
  return { rows: (organizations ?? []).map(fromValues), counted }
}

/** In the order of organizations_by_seq in SQL. Written out, because a loop over names makes slow objects. */
function fromValues(values: unknown[]): PageRow {
  return {
    id: values[0] as PageRow['id'],
    type: values[1] as PageRow['type'],
    inn: values[2] as PageRow['inn'],
    ogrn: values[3] as PageRow['ogrn'],
    kpp: values[4] as PageRow['kpp'],
    full_name: values[5] as PageRow['full_name'],
    short_name: values[6] as PageRow['short_name'],
    registry_status: values[7] as PageRow['registry_status'],
    registration_date: values[8] as PageRow['registration_date'],
    liquidation_date: values[9] as PageRow['liquidation_date'],
    legal_address: values[10] as PageRow['legal_address'],
    actual_address: values[11] as PageRow['actual_address'],
    okved_main: values[12] as PageRow['okved_main'],
    director: values[13] as PageRow['director'],
    contact: values[14] as PageRow['contact'],
    bank_details: values[15] as PageRow['bank_details'],
    kyb_status: values[16] as PageRow['kyb_status'],
    kyb_reason: values[17] as PageRow['kyb_reason'],
    document_slots: values[18] as PageRow['document_slots'],
    wallets_count: values[19] as PageRow['wallets_count'],
    external_id: values[20] as PageRow['external_id'],
    notes: values[21] as PageRow['notes'],
    source: values[22] as PageRow['source'],
    version: values[23] as PageRow['version'],
    created_at: values[24] as PageRow['created_at'],
    updated_at: values[25] as PageRow['updated_at'],
    created_by: values[26] as PageRow['created_by'],
  }
}
