import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isLongNumber, nameKey, wordKey } from './organization-keys.ts'
import type { SearchStep } from './party-query.ts'

/** An organization that the register does not know; `n` is its number among all. */
export interface OrganizationHit {
  n: number
  rank: number
  inn: string
}

// The longest words narrow a search most; the others are left to the recheck.
const mostKeys = 5

export async function hasOrganizationsBesideRegister(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from party_organizations where not is_in_register) as some
  `.execute(db)
  return rows[0]?.some ?? false
}

/** The best hits of one step among the organizations that the register does not know. */
export async function findOrganizationHits(
  db: Db,
  step: SearchStep,
  wanted: number,
): Promise<OrganizationHit[]> {
  // A long number can stand in a name, where keys find it, or be an INN or OGRN.
  const number = step.id?.text ?? step.words.find(isLongNumber)
  const ways = [
    ...(number !== undefined && isLongNumber(number) ? [byNumber(number, step, wanted)] : []),
    ...(step.id && isLongNumber(step.id.text) ? [] : [byKeys(step, wanted)]),
  ]
  const { rows } = await sql<{ hits: string | null }>`
    select json_agg(json_build_object('n', n, 'rank', rank, 'inn', inn))::text as hits
    from (${sql.join(ways, sql` union `)}) as found
  `.execute(db)
  return JSON.parse(rows[0]?.hits ?? '[]')
}

interface Patterns {
  words: string[]
  anyWords: string[]
  names: string[]
  id: string | null
}

function patternsOf({ id, words, anyWords, names }: SearchStep): Patterns {
  const beginning = (text: string) => `% ${text}%`
  return {
    words: words.map(beginning),
    anyWords: anyWords.map(beginning),
    names: names.map(beginning),
    id: id && (id.isWhole ? id.text : `${id.text}%`),
  }
}

function byKeys(step: SearchStep, wanted: number): RawBuilder<unknown> {
  const patterns = patternsOf(step)
  const keys = step.id ? [wordKey(step.id.text)] : longestFirst(step.words).slice(0, mostKeys).map(wordKey)
  const anyKeys = [...step.anyWords.map(wordKey), ...step.names.map(nameKey)]
  return sql`select n, rank, inn from party_organization_hits(${keys}::integer[], ${anyKeys}::integer[],
    ${patterns.words}::text[], ${patterns.anyWords}::text[], ${patterns.names}::text[], ${patterns.id}, ${wanted})`
}

function longestFirst(words: readonly string[]): string[] {
  return words.toSorted((a, b) => b.length - a.length)
}

/** Few rows share the beginning of a long number: all are read, and rechecked as party_organization_hits does. */
function byNumber(number: string, step: SearchStep, wanted: number): RawBuilder<unknown> {
  const patterns = patternsOf(step)
  const last = `${number}999999`
  return sql`(
    with candidates as materialized (
      select * from party_organizations
      where (inn between ${number} and ${last} or ogrn between ${number} and ${last}) and not is_in_register
    )
    select n, rank::integer, inn from candidates
    where words like all (${patterns.words}::text[])
      and (${patterns.anyWords.length} = 0 or words like any (${patterns.anyWords}::text[]))
      and (${patterns.id}::text is null or inn like ${patterns.id} or ogrn like ${patterns.id})
    order by rank, inn, n
    limit ${wanted}
  )`
}
