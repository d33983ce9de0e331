import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Party } from '../model/party.ts'

export type OrganizationParty = Party & { organization_id: string }

const partyColumns = sql`
  n, inn, ogrn, kpp, type, full_name, short_name, status, registration_date, liquidation_date, director_name,
  address, okved_main, actual_on
`

/** Whether a table does not exist, as when an import has just replaced the generation. */
export function isUndefinedTable(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '42P01'
}

/** The numbers of the parties with exactly this INN or OGRN, best first. */
export async function findNumbersById(db: Db, generation: number, id: string): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from ${sql.table(`parties_${generation}`)} where inn = ${id} or ogrn = ${id} order by n
  `.execute(db)
  return rows.map(({ n }) => n)
}

/** What decides the order of these parties. The numbers have to be in ascending order. */
export async function findRanks(
  db: Db,
  generation: number,
  numbers: number[],
): Promise<{ n: number; rank: number; inn: string }[]> {
  // Two JSON values travel much faster than a row for each party.
  const { rows } = await sql<{ ranks: number[] | null; inns: string[] | null }>`
    select json_agg(rank order by n) as ranks, json_agg(inn order by n) as inns
    from ${sql.table(`parties_${generation}`)} where n = any(${numbers}::integer[])
  `.execute(db)
  const [{ ranks, inns } = { ranks: null, inns: null }] = rows
  return numbers.map((n, i) => ({ n, rank: ranks?.[i] ?? 0, inn: inns?.[i] ?? '' }))
}

/** The words of the register and of organizations that have one of these deletions. */
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
