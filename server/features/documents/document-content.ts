import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { openSealed, SealBroken } from '../../platform/blobs/sealed-stream.ts'
import type { Db } from '../../platform/db/database.ts'
import { authenticatedData, type Place } from '../../platform/vault/sealing.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { DocumentVersion } from './document-store.ts'
import type { ByteRange } from './download/byte-range.ts'

const table = 'document_versions'
/** A content key encrypts only one file, so its version is always 1. */
const contentKeyVersion = 1

export function contentKeyPlace(organizationId: string, id: string): Place {
  return { organizationId, table, record: id, field: 'content_key' }
}

/** The authenticated data of all chunks of a file, computed from its row. */
export function contentRecord(organizationId: string, id: string): Buffer {
  return authenticatedData({ organizationId, table, record: id, field: 'content' }, contentKeyVersion)
}

/** Reads and decrypts the content of a version, or a part of it, from its store. */
export async function* openContent(
  db: Db,
  { vault, stores }: { vault: Pick<Vault, 'open'>; stores: Pick<BlobStores, 'at'> },
  { id, organization_id, content_key, store, size }: DocumentVersion,
  range: ByteRange = { start: 0, end: size },
): AsyncGenerator<Buffer> {
  const key = await vault.open(db, contentKeyPlace(organization_id, id), content_key)
  try {
    yield* openSealed(
      stores.at(store).read(id),
      { key, record: contentRecord(organization_id, id) },
      size,
      range,
    )
  } finally {
    key.fill(0)
  }
}

/**
 * A stream for the response. Its first chunk is decrypted before anything is sent, so that missing or damaged content
 * returns an error. A later error ends the stream and closes the connection.
 */
export async function startStream(content: AsyncGenerator<Buffer>, log: Logger): Promise<Readable> {
  const watched = alertWhenBroken(content, log)
  const first = await watched.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* watched
  }
  const stream = Readable.from(all(), { objectMode: false, highWaterMark: 128 * 1024 })
  // If the client disconnects before the first byte, the generator never runs and cannot close the blob itself.
  stream.once('close', () => void watched.return(undefined))
  return stream
}

async function* alertWhenBroken(content: AsyncGenerator<Buffer>, log: Logger): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    if (error instanceof SealBroken) {
      log.error({ err: error, alert: 'document_unreadable' }, 'a document is damaged')
    }
    throw error
  }
}
