import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Party } from './party.ts'
import type { SearchForm } from './party-keys.ts'
import type { SearchStep } from './party-query.ts'

/** Where a hit was found; `n` is the row's number there. */
export interface Hit {
  from: 'register' | 'organizations'
  n: number
  rank: number
  inn: string
}

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

/**
 * Hits of one step in the register and in the organizations it does not know, each in rank order. One statement, so
 * that no import comes between the two.
 */
export async function findHits(db: Db, generation: number, step: SearchStep, wanted: number): Promise<Hit[]> {
  const parties = `parties_${generation}`
  const [inRegister, besideRegister] =
    step.number === null
      ? [
          hitsOfKeys(`party_hits_${generation}`, step, wanted),
          hitsOfKeys('party_organization_hits', step, wanted),
        ]
      : [
          hitsOfNumber(parties, step.number, sql`true`, step, wanted),
          hitsOfNumber('party_organizations', step.number, sql`not is_in_register`, step, wanted),
        ]
  // As one JSON text: a thousand rows would keep the driver busy for longer than PostgreSQL takes to find them.
  const { rows } = await sql<{ hits: string | null }>`
    select json_agg(json_build_array(source, n, rank, inn))::text as hits from (
      select 'register' as source, n, rank, inn from ${inRegister} as registered
      union all
      select 'organizations', n, rank, inn from ${besideRegister} as others
      where exists (select from party_organizations where not is_in_register)
    ) as found
  `.execute(db)
  const hits = JSON.parse(rows[0]?.hits ?? '[]') as [Hit['from'], number, number, string][]
  return hits.map(([from, n, rank, inn]) => ({ from, n, rank, inn }))
}

function hitsOfKeys(hitsFunction: string, step: SearchStep, wanted: number): RawBuilder<unknown> {
  return sql`${sql.id(hitsFunction)}(${step.keys}::integer[], ${step.anyKeys}::integer[], ${step.words}::text[],
    ${step.anyWords}::text[], ${step.names}::text[], ${step.id}, ${step.notName}, ${step.notId}, ${wanted})`
}

/** Few rows share the beginning of a long number: all are read, and rechecked as create_party_hits does in SQL. */
function hitsOfNumber(
  table: string,
  number: string,
  condition: RawBuilder<unknown>,
  step: SearchStep,
  wanted: number,
): RawBuilder<unknown> {
  const last = `${number}999999`
  return sql`(
    with candidates as materialized (
      select * from ${sql.table(table)}
      where (inn between ${number} and ${last} or ogrn between ${number} and ${last}) and ${condition}
    )
    select n, rank::integer, inn from candidates
    where words like all (${step.words}::text[])
      and (cardinality(${step.anyWords}::text[]) = 0 or words like any (${step.anyWords}::text[]))
      and (cardinality(${step.names}::text[]) = 0 or joined_names like any (${step.names}::text[]))
      and (${step.id}::text is null or inn like ${step.id} or ogrn like ${step.id})
      and (${step.notName}::text is null or joined_names not like ${step.notName})
      and (${step.notId}::text is null or not (inn like ${step.notId} or ogrn like ${step.notId}))
    order by rank, inn, n
    limit ${wanted}
  )`
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
    keys: form.keys,
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
