import { fileTypeFromBuffer } from 'file-type'
import { docx, namesOfTypes, xlsx } from '../../../../contract/organizations/documents.ts'
import { type ContentCheck, type ContentRefused, refused } from './content-check.ts'
import { createJpegCheck, createPngCheck } from './image-check.ts'
import { checkOfficeFile, type ReadContent } from './office-check.ts'
import { createPdfCheck } from './pdf-check.ts'

/** Types that the first bytes show. The kind of a zip file follows from its parts. */
const checks: Record<string, () => ContentCheck> = {
  'application/pdf': createPdfCheck,
  'image/png': createPngCheck,
  'image/jpeg': createJpegCheck,
}

/** The number of bytes that file-type needs. */
const headSize = 4_100
const zipMagic = Buffer.from('PK\x03\x04', 'latin1')

/**
 * Detects the type of content and checks it, with constant memory. Throws ContentRefused. A crafted file can make this
 * take long: it runs in a worker thread with a limit of time (inspection-pool.ts).
 */
export async function inspectContent(
  read: ReadContent,
  size: number,
  allowed: readonly string[],
): Promise<string> {
  const head = await readHead(read, Math.min(size, headSize))
  if (head.subarray(0, zipMagic.length).equals(zipMagic)) {
    if (!allowed.includes(docx) && !allowed.includes(xlsx)) throw notAllowed(allowed)
    const contentType = await checkOfficeFile(read, size)
    if (!allowed.includes(contentType)) throw notAllowed(allowed)
    return contentType
  }
  const contentType = await typeOf(head)
  const create = allowed.includes(contentType) ? checks[contentType] : undefined
  if (!create) throw notAllowed(allowed)
  const check = create()
  for await (const piece of read(0, size)) await check.write(piece)
  await check.end()
  return contentType
}

async function readHead(read: ReadContent, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of read(0, size)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** file-type may throw on malicious content; content of unknown type is rejected. */
async function typeOf(head: Buffer): Promise<string> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? ''
  } catch {
    return ''
  }
}

function notAllowed(allowed: readonly string[]): ContentRefused {
  return refused('type_not_accepted', { accepted: namesOfTypes(allowed) })
}
