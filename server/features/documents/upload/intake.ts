import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Draft } from '../../../platform/blobs/blob-storage.ts'
import { createSealer, openSealed, type SealKey } from '../../../platform/blobs/sealed-stream.ts'
import type { Scanner } from '../checks/clamd.ts'
import { createInspection } from '../checks/content-inspection.ts'

export type TakenIn = { contentType: string; size: number; sha256: Buffer }

/** The scanner found something; the name is the scanner's. */
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

/** Where content goes to: without one it is only looked at. */
export type Target = { draft: Draft; seal: SealKey; scanner: Scanner | undefined }

/**
 * Takes content in as it arrives: hashed, inspected, scanned, sealed and written, one piece at a time, so that memory
 * does not grow with it. Throws ContentEmpty, ContentRefused or Infected; `content` is then left where it stands.
 */
export async function takeIn(
  content: Readable,
  allowed: readonly string[],
  target: Target | undefined,
): Promise<TakenIn> {
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

/** The content as it was just written: plaintext never touches the disk, not even for a look at it. */
function readBack({ draft, seal }: Target, size: number) {
  return (from: number, to: number) => openSealed(draft.read, seal, size, { start: from, end: to })
}
