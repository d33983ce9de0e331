import type { Db } from '../db/database.ts'
import type { ByteRange } from '../sent-file.ts'
import { authenticatedData, type Place } from '../vault/sealing.ts'
import type { Vault } from '../vault/vault.ts'
import type { BlobStores } from './open-storage.ts'
import { openSealed } from './sealed-stream.ts'

/** A row that names a blob: its id is the name. The key is sealed in the row, where key rotation finds it. */
export interface BlobRow {
  id: string
  organization_id: string
  content_key: Buffer
  store: string
  size: number
  sha256: Buffer
}

export type SealedContent = ReturnType<typeof sealedContent>

/** A content key encrypts only one file, so its version is always 1. */
const contentKeyVersion = 1

/** The sealed files that the rows of this table name. */
export function sealedContent(table: string) {
  function contentKeyPlace(organizationId: string, id: string): Place {
    return { organizationId, table, record: id, field: 'content_key' }
  }

  /** The authenticated data of all chunks of a file, computed from its row. */
  function contentRecord(organizationId: string, id: string): Buffer {
    return authenticatedData({ organizationId, table, record: id, field: 'content' }, contentKeyVersion)
  }

  return {
    table,
    contentKeyPlace,
    contentRecord,

    /** Reads and decrypts the content, or a part of it, from its store. */
    async *openContent(
      db: Db,
      { vault, stores }: { vault: Pick<Vault, 'open'>; stores: Pick<BlobStores, 'at'> },
      { id, organization_id, content_key, store, size }: BlobRow,
      range: ByteRange = { start: 0, end: size },
    ): AsyncGenerator<Buffer> {
      const key = await vault.open(db, contentKeyPlace(organization_id, id), content_key)
      try {
        const seal = { key, record: contentRecord(organization_id, id) }
        yield* openSealed(stores.at(store).read(id), seal, size, range)
      } finally {
        key.fill(0)
      }
    },
  }
}
