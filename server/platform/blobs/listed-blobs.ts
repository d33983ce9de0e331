import type pg from 'pg'

/** The stored file of one row. */
export type ListedBlob = { id: string; store: string; size: number }

/** Every stored file that rows of these tables name, read on the connection of a backup, within its snapshot. */
export async function listBlobs(client: pg.ClientBase, tables: readonly string[]): Promise<ListedBlob[]> {
  const listed: ListedBlob[] = []
  for (const table of tables) {
    const { rows } = await client.query<ListedBlob>(`select id, store, size from ${table} order by id`)
    listed.push(...rows)
  }
  return listed
}

/** The store that holds the file now; it may have been moved since it was listed. */
export async function findBlobStore(
  client: pg.ClientBase,
  tables: readonly string[],
  id: string,
): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await client.query<{ store: string }>(`select store from ${table} where id = $1`, [id])
    if (rows[0]) return rows[0].store
  }
  return undefined
}

/** Sets the store of every file, after a restore has put all of them there. A backup of an older release lacks tables. */
export async function setBlobStore(
  client: pg.ClientBase,
  tables: readonly string[],
  store: string,
): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      table,
    ])
    if (rows[0]?.exists) await client.query(`update ${table} set store = $1`, [store])
  }
}
