import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ListChunk } from './posting-lists.ts'
import { afterAllLetters, longestKeyed, type Prefix, prefixKey, wordEntry } from './prefixes.ts'

const afterAllDigits = '999999999999999'

/** A common prefix has a posting list; of a rare one, all party numbers are known, in ascending order. */
export type RegisterPrefix = { parties: number; isDense: boolean } | { numbers: number[] }

export async function findPrefixes(
  db: Db,
  generation: number,
  prefixes: readonly Prefix[],
): Promise<RegisterPrefix[]> {
  const parties = sql.table(`parties_${generation}`)
  const keys = prefixes.map((prefix) => (prefix.text.length <= longestKeyed ? prefixKey(prefix) : null))
  const entries = prefixes.map((prefix) => (prefix.kind === 'id' ? null : wordEntry(prefix)))
  const ids = prefixes.map(({ kind, text }) => (kind === 'id' ? text : null))
  // "order by … offset 0" makes PostgreSQL use the index, whatever number of rows it expects.
  const { rows } = await sql<{ parties: number | null; is_dense: boolean; numbers: string | null }>`
    select common.parties, common.is_dense, case when common.parties is null then (
      select json_agg(n) from (
        select n from (
          select n from ${sql.table(`party_words_${generation}`)}
          where word >= prefix.entry and word < prefix.entry || ${afterAllLetters} order by word, n offset 0
        ) as by_entry
        union all
        select n from (
          select n from ${parties} where inn between prefix.id and prefix.id || ${afterAllDigits}
          order by inn offset 0
        ) as by_inn
        union all
        select n from (
          select n from ${parties} where ogrn between prefix.id and prefix.id || ${afterAllDigits}
          order by ogrn offset 0
        ) as by_ogrn
      ) as found
    ) end::text as numbers
    from unnest(${keys}::bigint[], ${entries}::text[], ${ids}::text[])
      with ordinality as prefix (key, entry, id, place)
    left join lateral (
      select parties, is_dense from ${sql.table(`party_prefixes_${generation}`)} as stored
      where stored.key = prefix.key limit 1
    ) as common on true
    order by place
  `.execute(db)
  return rows.map(({ parties, is_dense, numbers }) => {
    if (parties !== null) return { parties, isDense: is_dense }
    // Distinct, because two words of a party can have the same prefix.
    return { numbers: [...new Set(JSON.parse(numbers ?? '[]') as number[])].sort((a, b) => a - b) }
  })
}

/** Up to `count` chunks of each list, those that begin after `position`, in order. */
export async function readNextChunks(
  db: Db,
  generation: number,
  lists: readonly { key: string; position: number }[],
  count: number,
): Promise<ListChunk[][]> {
  if (lists.length === 0) return []
  const keys = lists.map(({ key }) => key)
  const positions = lists.map(({ position }) => position)
  const { rows } = await sql<ChunkRow>`
    select list.place, chunk.after, chunk.numbers
    from unnest(${keys}::bigint[], ${positions}::integer[]) with ordinality as list (key, position, place)
    cross join lateral (
      select after, numbers from ${sql.table(`party_lists_${generation}`)} as stored
      where stored.key = list.key and stored.after > list.position order by stored.after limit ${count}
    ) as chunk
  `.execute(db)
  return chunksByList(rows, lists.length)
}

/** The chunks of each list that can contain numbers from `from` up to but not including `end`, in order. */
export async function readChunksBetween(
  db: Db,
  generation: number,
  keys: string[],
  from: number,
  end: number,
): Promise<ListChunk[][]> {
  const table = sql.table(`party_lists_${generation}`)
  const { rows } = await sql<ChunkRow>`
    select list.place, chunk.after, chunk.numbers
    from unnest(${keys}::bigint[]) with ordinality as list (key, place)
    cross join lateral (
      select after, numbers from ${table} as stored
      where stored.key = list.key and stored.after < ${end} and stored.after >= coalesce((
        select covering.after from ${table} as covering
        where covering.key = list.key and covering.after < ${from} order by covering.after desc limit 1
      ), 0)
      order by stored.after
    ) as chunk
  `.execute(db)
  return chunksByList(rows, keys.length)
}

interface ChunkRow {
  /** Position of the list, from 1 on. */
  place: number
  after: number
  numbers: string
}

/** Sorts here, because PostgreSQL would copy the chunks once more to sort them. */
function chunksByList(rows: ChunkRow[], lists: number): ListChunk[][] {
  rows.sort((a, b) => a.place - b.place || a.after - b.after)
  const chunks = Array.from({ length: lists }, (): ListChunk[] => [])
  for (const { place, after, numbers } of rows) {
    chunks[place - 1]?.push({ after, numbers: Buffer.from(numbers, 'latin1') })
  }
  return chunks
}

/** The texts against which a match is checked when the index alone does not decide. */
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
