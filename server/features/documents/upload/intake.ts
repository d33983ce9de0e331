import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Draft } from '../../../platform/blobs/blob-storage.ts'
import { createSealer, type SealKey } from '../../../platform/blobs/sealed-stream.ts'
import { release } from '../../../platform/release-buffer.ts'
import type { Scanner } from '../checks/clamd.ts'
import type { InspectionPool } from '../checks/inspection-pool.ts'

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

/**
 * Receives content as a stream: it is hashed, scanned, encrypted and written chunk by chunk, with constant memory. It takes
 * the chunks of the stream over. The complete draft is then inspected. Throws ContentEmpty, ContentRefused or Infected.
 */
export async function receiveContent(
  content: Readable,
  allowed: readonly string[],
  {
    draft,
    seal,
    scanner,
    inspection,
  }: {
    draft: Draft
    seal: SealKey
    scanner: Scanner | undefined
    inspection: Pick<InspectionPool, 'inspect'>
  },
): Promise<ReceivedContent> {
  const hash = createHash('sha256')
  const sealer = createSealer(seal)
  const scan = await scanner?.start()
  let size = 0
  try {
    await draft.append([sealer.header])
    for await (const piece of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length
      hash.update(piece)
      await scan?.write(piece)
      await draft.append(sealer.push(piece))
      release(piece)
    }
    if (size === 0) throw new ContentEmpty('The file is empty.')
    await draft.append(sealer.final())
    await draft.flush()
    // The disk takes as long as the inspection, so they run at the same time.
    const [contentType] = await Promise.all([
      inspection.inspect(draft, seal, { size, allowed }),
      draft.sync(),
    ])
    const found = (await scan?.end())?.found
    if (found) throw new Infected(found)
    return { contentType, size, sha256: hash.digest() }
  } finally {
    scan?.close()
  }
}
