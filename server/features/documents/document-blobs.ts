import type pg from 'pg'

/** The stored file of one document version. */
export type DocumentBlob = { id: string; store: string; size: number }

/** Every stored file, read on the connection of a backup, within its snapshot. */
export async function listDocumentBlobs(client: pg.ClientBase): Promise<DocumentBlob[]> {
  const { rows } = await client.query<DocumentBlob>(
    'select id, store, size from document_versions order by id',
  )
  return rows
}

/** The store that holds the file now; it may have been moved since it was listed. */
export async function findBlobStore(client: pg.ClientBase, id: string): Promise<string | undefined> {
  const { rows } = await client.query<{ store: string }>(
    'select store from document_versions where id = $1',
    [id],
  )
  return rows[0]?.store
}

/** Sets the store of every file, after a restore has put all of them there. */
export async function setBlobStore(client: pg.ClientBase, store: string): Promise<void> {
  await client.query('update document_versions set store = $1', [store])
}
