import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { docx, xlsx } from '../../../../contract/organizations/documents.ts'
import { ContentRefused, refused } from './content-check.ts'

/** Content type of the main part (ECMA-376 part 1, 11.3.10 and 12.3.23), and the type of the document. */
const mainParts: Record<string, string> = {
  [`${docx}.main+xml`]: docx,
  [`${xlsx}.main+xml`]: xlsx,
}

const maxEntries = 2_000
const maxUnpacked = 200 * 1024 * 1024
/** Content types and relations together, which are parsed. Word and Excel write some 10 kB. */
const maxParsed = 4 * 1024 * 1024
const activeTypes = /macroEnabled|vbaProject|vbaData|activeX|oleObject|controlproperties/i
const activeNames = /(^|\/)(vbaProject|vbaData|activeX|oleObject|attachedToolbars)[^/]*\.(bin|xml)$/i

/** Returns the bytes from `from` up to but not including `to`. */
export type ReadContent = (from: number, to: number) => AsyncIterable<Buffer>

/**
 * Determines whether a zip file is a Word or Excel document. Rejects other zip files, macros, controls, external content,
 * and zip bombs. The directory of a zip file is at its end, so this reads the stored draft. Each part is decompressed
 * and measured, because the sizes in the directory may be wrong.
 */
export async function checkOfficeFile(read: ReadContent, size: number): Promise<string> {
  const zip = await opened(read, size)
  try {
    return await checkPackage(zip, size)
  } catch (error) {
    throw error instanceof ContentRefused ? error : broken()
  } finally {
    zip.close()
  }
}

async function checkPackage(zip: ZipFile, size: number): Promise<string> {
  if (zip.entryCount > maxEntries) throw refused('office_too_many_parts', { parts: maxEntries })
  let packed = 0
  let unpacked = 0
  let parsed = 0
  let contentType: string | undefined
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Overlapping parts allow a small file to decompress to petabytes.
    if (packed > size || unpacked > maxUnpacked) {
      throw refused('office_unpacked_size')
    }
    if (entry.isEncrypted()) throw refused('office_encrypted')
    if (activeNames.test(entry.fileName)) active()
    if (entry.fileName.endsWith('/')) continue
    if (!isParsed(entry)) {
      await measurePart(zip, entry)
      continue
    }
    parsed += entry.uncompressedSize
    if (parsed > maxParsed) throw refused('office_directory_size')
    const text = await readPart(zip, entry)
    if (entry.fileName === '[Content_Types].xml') contentType = mainTypeOf(text)
    else checkRelations(text)
  }
  if (contentType === undefined) {
    throw refused('office_other_archive')
  }
  return contentType
}

async function opened(read: ReadContent, size: number): Promise<ZipFile> {
  // yauzl requires a subclass; one method is enough.
  class ContentReader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return ReadableStream.from(read(start, end), { objectMode: false })
    }
  }
  try {
    return await fromRandomAccessReaderPromise(new ContentReader(), size, { autoClose: false })
  } catch {
    throw broken()
  }
}

function isParsed(entry: Entry): boolean {
  return entry.fileName === '[Content_Types].xml' || entry.fileName.endsWith('.rels')
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Decompresses a part and discards it. yauzl fails if its size differs from that in the directory. */
async function measurePart(zip: ZipFile, entry: Entry): Promise<void> {
  for await (const _ of await zip.openReadStreamPromise(entry));
}

function mainTypeOf(text: string): string | undefined {
  let found: string | undefined
  eachElement(text, (name, attributes) => {
    if (name !== 'Override' && name !== 'Default') return
    const type = attributes.ContentType ?? ''
    if (activeTypes.test(type)) active()
    found ??= mainParts[type]
  })
  return found
}

function checkRelations(text: string) {
  eachElement(text, (name, attributes) => {
    if (name !== 'Relationship' || attributes.TargetMode !== 'External') return
    // Links are allowed. Everything else would be loaded when the document is opened.
    if (attributes.Type?.endsWith('/hyperlink') || isLocal(attributes.Target ?? '')) return
    throw refused('office_external_content')
  })
}

/** Word stores the path or name of the template on the author's disk, which is harmless. */
function isLocal(target: string): boolean {
  return /^(file:\/\/\/)?[a-z]:[\\/]|^[^\\/:]+$/i.test(target)
}

function eachElement(text: string, see: (name: string, attributes: Record<string, string>) => void) {
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw broken()
  })
  parser.on('opentag', (tag) => see(tag.name.replace(/^.*:/, ''), tag.attributes))
  parser.write(text).close()
}

function active(): never {
  throw refused('office_active_content')
}

function broken(): ContentRefused {
  return refused('office_damaged')
}
