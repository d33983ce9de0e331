import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { sealedContent } from '../../platform/blobs/sealed-content.ts'
import { SealBroken } from '../../platform/blobs/sealed-stream.ts'

/** The files of document versions. */
export const documentFiles = sealedContent('document_versions')
export const { contentKeyPlace, contentRecord, openContent } = documentFiles

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
