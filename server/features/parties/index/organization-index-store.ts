import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { afterAllLetters, type Prefix, wordEntry } from './prefixes.ts'

/** An organization that is not in the register, with what decides its place among the results. */
export interface OrganizationHit {
  n: number
  rank: number
  inn: string
}

/** A rare prefix has all its organizations, a common one only the information that there are more. */
export type OrganizationPrefix = { hits: OrganizationHit[] } | { isCommon: true }

type HitTuple = [n: number, rank: number, inn: string]

/** Parses an array of tuples. One JSON value travels much faster than a row for each hit. */
function parseHits(json: string | null | undefined): OrganizationHit[] {
  return (JSON.parse(json ?? '[]') as HitTuple[]).map(([n, rank, inn]) => ({ n, rank, inn }))
}

function entriesOf(prefixes: readonly Prefix[]): RawBuilder<unknown> {
  return sql`unnest(${prefixes.map(wordEntry)}::text[]) with ordinality as prefix (entry, place)`
}

const isInRange = sql`stored.word >= prefix.entry and stored.word < prefix.entry || ${afterAllLetters}`

/** The organizations of each prefix with up to `maxEntries` entries. */
export async function findPrefixes(
  db: Db,
  prefixes: readonly Prefix[],
  maxEntries: number,
): Promise<OrganizationPrefix[]> {
  const { rows } = await sql<{ hits: string | null }>`
    select case
      when exists (
        select from party_organization_words as stored where ${isInRange}
        order by word offset ${maxEntries} limit 1
      ) then null
      else coalesce((
        select json_agg(json_build_array(n, rank, inn))::text
        from party_organization_words as stored where ${isInRange}
      ), '[]')
    end as hits
    from ${entriesOf(prefixes)}
    order by prefix.place
  `.execute(db)
  return rows.map(({ hits }) => (hits === null ? { isCommon: true } : { hits: parseHits(hits) }))
}

/** The number of entries of each prefix; counting stops at `max`. */
export async function countEntries(db: Db, prefixes: readonly Prefix[], max: number): Promise<number[]> {
  const { rows } = await sql<{ entries: number }>`
    select (
      select count(*)
      from (select from party_organization_words as stored where ${isInRange} order by word limit ${max}) as entry
    ) as entries
    from ${entriesOf(prefixes)}
    order by prefix.place
  `.execute(db)
  return rows.map(({ entries }) => entries)
}

/** The organizations with exactly this INN or OGRN. */
export async function findById(db: Db, id: string): Promise<OrganizationHit[]> {
  return db
    .selectFrom('party_organization_words')
    .select(['n', 'rank', 'inn'])
    .where('word', '=', wordEntry({ kind: 'id', text: id }))
    .execute()
}

/** A clause of which some organizations are known. The others satisfy it if they have one of the prefixes. */
export interface PartlyKnownClause {
  numbers: readonly number[]
  prefixes: readonly Prefix[]
}

/** Whether the row `organization` satisfies all clauses, decided by its text. */
function satisfiesAll(clauses: readonly PartlyKnownClause[]): RawBuilder<boolean> {
  return sql.join(
    clauses.map(
      ({ numbers, prefixes }) => sql`(
        organization.n = any (${numbers}::integer[]) or ${sql.join(prefixes.map(hasPrefix), sql` or `)}
      )`,
    ),
    sql` and `,
  )
}

function hasPrefix({ kind, text }: Prefix): RawBuilder<boolean> {
  // Folded text has no character that is special in a pattern. INN and OGRN are the last two of the words.
  if (kind === 'name') return sql`organization.joined_names like ${`% ${text}%`}`
  return kind === 'id'
    ? sql`organization.words ~ ${` ${text}\\d*( \\d+)? $`}`
    : sql`organization.words like ${`% ${text}% % % `}`
}

/** Those of the organizations that satisfy all clauses. */
export async function findMatching(
  db: Db,
  numbers: readonly number[],
  clauses: readonly PartlyKnownClause[],
): Promise<OrganizationHit[]> {
  const { rows } = await sql<{ hits: string | null }>`
    select json_agg(json_build_array(n, rank, inn))::text as hits
    from party_organizations as organization
    where n = any (${numbers}::integer[]) and ${satisfiesAll(clauses)}
  `.execute(db)
  return parseHits(rows[0]?.hits)
}

export interface CommonClauses {
  /** Clauses whose entries are read in the index. An organization is found by an entry, not because it is known. */
  indexed: readonly PartlyKnownClause[]
  /** Clauses that are checked in the texts of what satisfies the others. */
  checked: readonly PartlyKnownClause[]
}

/**
 * The best `limit` organizations that satisfy all clauses. Goes from rank to rank, the best first, and stops after the rank
 * with which there are enough: of common prefixes, only a part is read.
 */
export async function findBest(
  db: Db,
  { indexed, checked }: CommonClauses,
  limit: number,
): Promise<OrganizationHit[]> {
  const entries = indexed.flatMap(({ prefixes }) => prefixes.map(wordEntry))
  // Each clause has a bit, which is set for an organization that has one of its entries or is known.
  const bits = indexed.flatMap(({ prefixes }, i) => prefixes.map(() => 1 << i))
  const allBits = (1 << indexed.length) - 1
  const knownBits = indexed.flatMap(({ numbers }, i) =>
    numbers.length === 0
      ? []
      : [sql`| case when stored.n = any (${numbers}::integer[]) then ${1 << i}::integer else 0 end`],
  )
  // "order by … offset 0" makes PostgreSQL use the index by rank, whatever number of rows it expects.
  const { rows } = await sql<{ hits: string }>`
    with recursive level as (
      select -1::smallint as rank, 0::bigint as total, null::json as hits
      union all
      select next.rank, level.total + found.count, found.hits
      from level
      cross join lateral (
        select min(rank) as rank from party_organization_words where rank > level.rank
      ) as next
      cross join lateral (
        select count(*) as count, json_agg(json_build_array(n, next.rank, inn)) as hits
        from (
          select n, inn
          from (
            select stored.n, min(stored.inn) as inn
            from unnest(${entries}::text[], ${bits}::integer[]) as prefix (entry, bit)
            cross join lateral (
              select n, inn from party_organization_words as stored
              where stored.rank = next.rank and ${isInRange} order by word offset 0
            ) as stored
            group by stored.n having (bit_or(prefix.bit) ${sql.join(knownBits, sql` `)}) = ${allBits}
          ) as candidate
          where ${checked.length === 0 ? sql`true` : isMatch(checked)}
          order by inn, n limit ${limit}
        ) as best
      ) as found
      where level.total < ${limit} and next.rank is not null
    )
    select hits::text from level where hits is not null
  `.execute(db)
  return rows.flatMap(({ hits }) => parseHits(hits))
}

function isMatch(clauses: readonly PartlyKnownClause[]): RawBuilder<boolean> {
  // "offset 0" keeps the planner from joining the whole table.
  return sql`exists (
    select from party_organizations as organization
    where organization.n = candidate.n and ${satisfiesAll(clauses)} offset 0
  )`
}

/** Adds the entries of an organization to the index, unless it is in the register. */
export async function addEntries(db: Db, n: number): Promise<void> {
  await sql`
    insert into party_organization_words (word, n, rank, inn)
    select word, n, rank, inn from party_organization_entries where n = ${n} and not is_in_register
  `.execute(db)
}

/** Removes the entries of an organization. Must be called before its row changes, because they are derived from it. */
export async function removeEntries(db: Db, n: number): Promise<void> {
  await sql`
    delete from party_organization_words as stored using party_organization_entries as entry
    where entry.n = ${n} and stored.word = entry.word and stored.n = entry.n
  `.execute(db)
}

/** Removes from the index what a generation that becomes current contains, and adds what it no longer contains. */
export async function adaptToGeneration(db: Db, generation: number): Promise<void> {
  const isListed = sql`exists (
    select from ${sql.table(`parties_${generation}`)} as party where party.inn = organization.inn
  )`
  await sql`
    delete from party_organization_words as stored using party_organizations as organization
    where stored.n = organization.n and not is_in_register and ${isListed}
  `.execute(db)
  await sql`
    insert into party_organization_words (word, n, rank, inn)
    select word, n, rank, inn from party_organization_entries
    where n = any (array(
      select n from party_organizations as organization where is_in_register and not ${isListed}
    ))
  `.execute(db)
  await sql`
    update party_organizations as organization set is_in_register = not is_in_register
    where is_in_register <> ${isListed}
  `.execute(db)
}
