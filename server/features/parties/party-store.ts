import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Party } from './party.ts'
import { organizationKeys } from './search/organization-keys.ts'
import type { SearchForm } from './search/search-form.ts'

export type OrganizationParty = Party & { organization_id: string }

const partyColumns = sql`
  n, inn, ogrn, kpp, type, full_name, short_name, status, registration_date, liquidation_date, director_name,
  address, okved_main, actual_on
`

// No such table, no such function; XX000 when a function vanishes between the reading of a statement and its start.
const goneCodes: unknown[] = ['42P01', '42883', 'XX000']

/** Whether this is what PostgreSQL says when an import has replaced the generation; whether it has, is to be asked. */
export function mayBeGone(error: unknown): boolean {
  return goneCodes.includes((error as { code?: unknown } | null)?.code)
}

export async function findCurrentGeneration(db: Db): Promise<number> {
  const { generation } = await db
    .selectFrom('party_generations')
    .select('generation')
    .where('state', '=', 'current')
    .executeTakeFirstOrThrow()
  return generation
}

/** The current generation, which stays so until the transaction ends. */
export async function holdCurrentGeneration(db: Db): Promise<number> {
  for (;;) {
    const row = await db
      .selectFrom('party_generations')
      .select('generation')
      .where('state', '=', 'current')
      .forShare()
      .executeTakeFirst()
    // None: we waited for an import that has just put another one in its place.
    if (row) return row.generation
  }
}

export async function countParties(db: Db, generation: number): Promise<number> {
  const { parties } = await db
    .selectFrom('party_generations')
    .select('parties')
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow()
  return parties ?? 0
}

/** The numbers of the parties with just this INN or OGRN, the best first. */
export async function findNumbersById(db: Db, generation: number, id: string): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from ${sql.table(`parties_${generation}`)} where inn = ${id} or ogrn = ${id} order by n
  `.execute(db)
  return rows.map(({ n }) => n)
}

/** What decides the order of parties, by their numbers. */
export async function findRanks(
  db: Db,
  generation: number,
  numbers: number[],
): Promise<{ n: number; rank: number; inn: string }[]> {
  const { rows } = await sql<{ n: number; rank: number; inn: string }>`
    select n, rank, inn from ${sql.table(`parties_${generation}`)} where n = any(${numbers}::integer[]) order by n
  `.execute(db)
  return rows
}

/** Words of the register and of the organizations that share a form with one letter less. */
export async function findNeighbours(db: Db, generation: number, deletions: number[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from find_party_neighbours(${generation}, ${deletions}::integer[]) as word
  `.execute(db)
  return rows.map(({ word }) => word)
}

export async function findParties(
  db: Db,
  generation: number,
  numbers: number[],
): Promise<(Party & { n: number })[]> {
  const { rows } = await sql<Party & { n: number }>`
    select ${partyColumns}, region_code, sme_category, source
    from ${sql.table(`parties_${generation}`)} where n = any(${numbers}::integer[])
  `.execute(db)
  return rows
}

export async function findPartiesByInn(db: Db, generation: number, inn: string): Promise<Party[]> {
  const { rows } = await sql<Party & { n: number }>`
    select ${partyColumns}, region_code, sme_category, source
    from ${sql.table(`parties_${generation}`)} where inn = ${inn} order by n
  `.execute(db)
  return rows.map(({ n: _, ...party }) => party)
}

export async function findOrganizationParties(
  db: Db,
  numbers: number[],
): Promise<(OrganizationParty & { n: number })[]> {
  const { rows } = await sql<OrganizationParty & { n: number }>`
    select ${partyColumns}, null as region_code, null as sme_category, 'organization' as source, organization_id
    from party_organizations where n = any(${numbers}::integer[])
  `.execute(db)
  return rows
}

export async function findOnboarded(
  db: Db,
  inns: string[],
): Promise<{ organization_id: string; inn: string; kpp: string | null }[]> {
  return db
    .selectFrom('party_organizations')
    .select(['organization_id', 'inn', 'kpp'])
    .where('inn', 'in', inns)
    .orderBy('n')
    .execute()
}

export async function saveOrganizationParty(
  db: Db,
  party: OrganizationParty,
  form: SearchForm,
  isInRegister: boolean,
): Promise<void> {
  const { source: _source, region_code: _region, sme_category: _category, ...columns } = party
  const row = {
    ...columns,
    is_in_register: isInRegister,
    rank: form.rank,
    words: form.words,
    joined_names: form.joinedNames,
    keys: organizationKeys(form),
  }
  await db
    .insertInto('party_organizations')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .execute()
}

export async function saveOrganizationWords(
  db: Db,
  words: { word: string; deletions: number[] }[],
): Promise<void> {
  // In order, so that two organizations saved at once never wait for each other's words crosswise.
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
  if (sorted.length === 0) return
  await db
    .insertInto('party_organization_words')
    .values(sorted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
