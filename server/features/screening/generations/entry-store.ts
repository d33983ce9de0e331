import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ListEntry } from '../model/entry.ts'

const pageSize = 500

export interface ListedEntry {
  list: string
  /** The first generation that has the entry like this. */
  generation: number
  entry: ListEntry
}

export async function currentGeneration(db: Db): Promise<number> {
  const { generation } = await db.selectFrom('screening_state').select('generation').executeTakeFirstOrThrow()
  return generation
}

/** The entries of a list as they are in a generation. Later generations may be published meanwhile. */
export async function* entriesAt(db: Db, list: string, generation: number): AsyncGenerator<ListedEntry> {
  let after: string | undefined
  for (;;) {
    const rows = await db
      .selectFrom('screening_entries')
      .select(['entry_id', 'since', 'entry'])
      .where('list', '=', list)
      .$if(after !== undefined, (query) => query.where('entry_id', '>', after as string))
      .where('since', '<=', generation)
      .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', generation)]))
      .orderBy('entry_id')
      .limit(pageSize)
      .execute()
    for (const { since, entry } of rows) yield { list, generation: since, entry }
    if (rows.length < pageSize) return
    after = rows.at(-1)?.entry_id
  }
}

/**
 * Entries that are current at `to` and were not yet at `since`: added or changed. And those that ended since, so that
 * nothing of their id is current at `to`.
 */
export async function listChanges(
  db: Db,
  since: number,
  to: number,
): Promise<{ entries: ListedEntry[]; ended: { list: string; entryId: string }[] }> {
  const begun = await db
    .selectFrom('screening_entries')
    .select(['list', 'since', 'entry'])
    .where('since', '>', since)
    .where('since', '<=', to)
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', to)]))
    .orderBy('list')
    .orderBy('entry_id')
    .execute()
  const { rows: ended } = await sql<{ list: string; entryId: string }>`
    select distinct list, entry_id as "entryId" from screening_entries as ended
    where until > ${since} and until <= ${to}
      and not exists (
        select from screening_entries as other
        where other.list = ended.list and other.entry_id = ended.entry_id
          and other.since <= ${to} and (other.until is null or other.until > ${to})
      )
    order by list, entry_id
  `.execute(db)
  return { entries: begun.map(({ list, since, entry }) => ({ list, generation: since, entry })), ended }
}
