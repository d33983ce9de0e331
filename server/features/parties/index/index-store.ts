import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ListPiece } from './number-lists.ts'
import { longestKeyed, type Prefix, prefixKey, wordEntry } from './prefixes.ts'

// Sorts behind every letter and digit.
const behindAll = '\u{10ffff}'
const behindDigits = '999999999999999'

/** A common prefix, which has a list, or all the parties that have it. */
export type KnownPrefix = { parties: number; isDense: boolean } | { numbers: number[] }

export async function findPrefixes(
  db: Db,
  generation: number,
  asked: readonly Prefix[],
): Promise<KnownPrefix[]> {
  const parties = sql.table(`parties_${generation}`)
  const keys = asked.map((prefix) => (prefix.text.length <= longestKeyed ? prefixKey(prefix) : null))
  const entries = asked.map(({ kind, text }) => (kind === 'id' ? null : wordEntry(kind, text)))
  const ids = asked.map(({ kind, text }) => (kind === 'id' ? text : null))
  // Limits and orders make PostgreSQL go along the indexes, whatever it thinks of the number of rows.
  const { rows } = await sql<{ parties: number | null; is_dense: boolean; numbers: string | null }>`
    select common.parties, common.is_dense, case when common.parties is null then (
      select json_agg(n) from (
        select n from (
          select n from ${sql.table(`party_words_${generation}`)}
          where word >= asked.entry and word < asked.entry || ${behindAll} order by word, n offset 0
        ) as by_entry
        union all
        select n from (
          select n from ${parties} where inn between asked.id and asked.id || ${behindDigits}
          order by inn offset 0
        ) as by_inn
        union all
        select n from (
          select n from ${parties} where ogrn between asked.id and asked.id || ${behindDigits}
          order by ogrn offset 0
        ) as by_ogrn
      ) as found
    ) end::text as numbers
    from unnest(${keys}::bigint[], ${entries}::text[], ${ids}::text[])
      with ordinality as asked (key, entry, id, place)
    left join lateral (
      select parties, is_dense from ${sql.table(`party_prefixes_${generation}`)} as prefix
      where prefix.key = asked.key limit 1
    ) as common on true
    order by place
  `.execute(db)
  return rows.map(({ parties, is_dense, numbers }) => {
    if (parties !== null) return { parties, isDense: is_dense }
    // A party may have the prefix in two words.
    return { numbers: [...new Set(JSON.parse(numbers ?? '[]') as number[])].sort((a, b) => a - b) }
  })
}

/** Up to `count` pieces of each list, those that begin behind `position`, in order. */
export async function readListsOn(
  db: Db,
  generation: number,
  lists: readonly { key: string; position: number }[],
  count: number,
): Promise<ListPiece[][]> {
  if (lists.length === 0) return []
  const keys = lists.map(({ key }) => key)
  const positions = lists.map(({ position }) => position)
  const { rows } = await sql<PieceRow>`
    select asked.place, list.after, list.numbers
    from unnest(${keys}::bigint[], ${positions}::integer[]) with ordinality as asked (key, position, place)
    cross join lateral (
      select after, numbers from ${sql.table(`party_lists_${generation}`)} as list
      where list.key = asked.key and list.after > asked.position order by list.after limit ${count}
    ) as list
  `.execute(db)
  return piecesByPlace(rows, lists.length)
}

/** The pieces of each list that can have numbers from `from` on and below `end`, in order. */
export async function readListsBetween(
  db: Db,
  generation: number,
  keys: string[],
  from: number,
  end: number,
): Promise<ListPiece[][]> {
  const table = sql.table(`party_lists_${generation}`)
  const { rows } = await sql<PieceRow>`
    select asked.place, list.after, list.numbers
    from unnest(${keys}::bigint[]) with ordinality as asked (key, place)
    cross join lateral (
      select after, numbers from ${table} as list
      where list.key = asked.key and list.after < ${end} and list.after >= coalesce((
        select covering.after from ${table} as covering
        where covering.key = asked.key and covering.after < ${from} order by covering.after desc limit 1
      ), 0)
      order by list.after
    ) as list
  `.execute(db)
  return piecesByPlace(rows, keys.length)
}

interface PieceRow {
  place: number
  after: number
  numbers: string
}

/** Sorted here: PostgreSQL would copy all of them once more. */
function piecesByPlace(rows: PieceRow[], lists: number): ListPiece[][] {
  rows.sort((a, b) => a.place - b.place || a.after - b.after)
  const pieces = Array.from({ length: lists }, (): ListPiece[] => [])
  for (const { place, after, numbers } of rows) {
    pieces[place - 1]?.push({ after, numbers: Buffer.from(numbers, 'latin1') })
  }
  return pieces
}

/** What is looked at of parties when their numbers alone do not decide. */
export async function findTexts(
  db: Db,
  generation: number,
  numbers: number[],
): Promise<{ n: number; words: string; joined_names: string }[]> {
  const { rows } = await sql<{ n: number; words: string; joined_names: string }>`
    select n, words, joined_names from ${sql.table(`parties_${generation}`)} where n = any (${numbers}::integer[])
  `.execute(db)
  return rows
}
