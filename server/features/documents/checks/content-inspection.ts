import { fileTypeFromBuffer } from 'file-type'
import { docx, xlsx } from '../../../../contract/documents.ts'
import { type ContentCheck, ContentRefused } from './content-check.ts'
import { createJpegCheck, createPngCheck } from './image-check.ts'
import { checkOfficeFile, type ReadContent } from './office-check.ts'
import { createPdfCheck } from './pdf-check.ts'

/** Types that the first bytes show. The kind of a zip file is determined when it is complete. */
const checks: Record<string, () => ContentCheck> = {
  'application/pdf': createPdfCheck,
  'image/png': createPngCheck,
  'image/jpeg': createJpegCheck,
}

const names: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  [docx]: 'DOCX',
  [xlsx]: 'XLSX',
}

/** The number of bytes that file-type needs. */
const headSize = 4_100
const zipMagic = Buffer.from('PK\x03\x04', 'latin1')

/**
 * Detects the type of content and checks it while it is streamed, with constant memory. `write` and `end` throw
 * ContentRefused; `end` returns the type.
 */
export function createInspection(allowed: readonly string[]) {
  let head: Buffer = Buffer.alloc(0)
  let check: ContentCheck | 'zip' | undefined
  let contentType = ''
  let size = 0

  async function recognize() {
    if (head.subarray(0, zipMagic.length).equals(zipMagic)) {
      if (!allowed.includes(docx) && !allowed.includes(xlsx)) throw notAllowed(allowed)
      check = 'zip'
      return
    }
    contentType = await typeOf(head)
    const create = allowed.includes(contentType) ? checks[contentType] : undefined
    if (!create) throw notAllowed(allowed)
    check = create()
    await check.write(head)
  }

  return {
    async write(piece: Buffer) {
      size += piece.length
      if (check === undefined) {
        head = Buffer.concat([head, piece])
        if (head.length >= headSize) await recognize()
      } else if (check !== 'zip') {
        await check.write(piece)
      }
    },
    /**
     * `read` returns the content again, for types that can be determined only from the complete file. Without it, such
     * content is not checked further and its type remains unknown.
     */
    async end(read: ReadContent | undefined): Promise<string> {
      if (check === undefined) await recognize()
      if (check === 'zip') {
        if (!read) return ''
        contentType = await checkOfficeFile(read, size)
      } else await check?.end()
      if (!allowed.includes(contentType)) throw notAllowed(allowed)
      return contentType
    },
  }
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
  return new ContentRefused('type_not_accepted', { accepted: allowed.map((type) => names[type] ?? type) })
}
