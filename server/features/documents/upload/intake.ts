import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Draft } from '../../../platform/blobs/blob-storage.ts'
import { createSealer, openSealed, type SealKey } from '../../../platform/blobs/sealed-stream.ts'
import type { Scanner } from '../checks/clamd.ts'
import { createInspection } from '../checks/content-inspection.ts'

export type ReceivedContent = { contentType: string; size: number; sha256: Buffer }

/** The virus scanner found something; the name comes from the scanner. */
export class Infected extends Error {
  override name = 'Infected'
  readonly found: string
  constructor(found: string) {
    super('The virus scanner found something in the file.')
    this.found = found
  }
}

export class ContentEmpty extends Error {
  override name = 'ContentEmpty'
}

/** Where the content is written. Without it, the content is only checked. */
export type Target = { draft: Draft; seal: SealKey; scanner: Scanner | undefined }

/**
 * Receives content as a stream: it is hashed, checked, scanned, encrypted and written chunk by chunk, with constant
 * memory. Throws ContentEmpty, ContentRefused or Infected; the rest of `content` is then not read.
 */
export async function receiveContent(
  content: Readable,
  allowed: readonly string[],
  target: Target | undefined,
): Promise<ReceivedContent> {
  const hash = createHash('sha256')
  const inspection = createInspection(allowed)
  const sealer = target && createSealer(target.seal)
  const scan = await target?.scanner?.start()
  let size = 0
  try {
    if (sealer) await target.draft.append([sealer.header])
    for await (const piece of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length
      hash.update(piece)
      await inspection.write(piece)
      await scan?.write(piece)
      if (sealer) await target.draft.append(sealer.push(piece))
    }
    if (size === 0) throw new ContentEmpty('The file is empty.')
    if (sealer) await target.draft.append(sealer.final())
    const contentType = await inspection.end(target && readBack(target, size))
    const found = (await scan?.end())?.found
    if (found) throw new Infected(found)
    return { contentType, size, sha256: hash.digest() }
  } finally {
    scan?.close()
  }
}

/** Reads the content back from the encrypted draft, so that plaintext is never written to disk. */
function readBack({ draft, seal }: Target, size: number) {
  return (from: number, to: number) => openSealed(draft.read, seal, size, { start: from, end: to })
}
