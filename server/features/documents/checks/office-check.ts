import type { Readable } from 'node:stream'
import { Readable as ReadableStream } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { docx, xlsx } from '../../../../contract/documents.ts'
import { ContentRefused } from './content-check.ts'

/** The type of the main part (ECMA-376 part 1, 11.3.10 and 12.3.23) and what the whole package is then. */
const mainParts: Record<string, string> = {
  [`${docx}.main+xml`]: docx,
  [`${xlsx}.main+xml`]: xlsx,
}

const maxEntries = 2_000
const maxUnpacked = 200 * 1024 * 1024
const maxPart = 4 * 1024 * 1024
const activeTypes = /macroEnabled|vbaProject|vbaData|activeX|oleObject|controlproperties/i
const activeNames = /(^|\/)(vbaProject|vbaData|activeX|oleObject|attachedToolbars)[^/]*\.(bin|xml)$/i

/** Gives the bytes `from` up to and not including `to` of the content. */
export type ReadContent = (from: number, to: number) => AsyncIterable<Buffer>

/**
 * Says whether a zip file is a Word or Excel document, and refuses it when it is none, has macros or controls,
 * loads something from elsewhere, or unpacks to far more than it is. A zip has its directory at the end, so this
 * reads what was already written; every part is unpacked and measured, because what a directory says may be a lie.
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
  if (zip.entryCount > maxEntries) throw new ContentRefused(`The file has more than ${maxEntries} parts.`)
  let packed = 0
  let unpacked = 0
  let contentType: string | undefined
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Parts that overlap are how a small file claims to hold petabytes.
    if (packed > size || unpacked > maxUnpacked) {
      throw new ContentRefused('The file unpacks to far more than a document holds.')
    }
    if (entry.isEncrypted()) throw new ContentRefused('The file is encrypted and cannot be checked.')
    if (activeNames.test(entry.fileName)) active()
    if (entry.fileName.endsWith('/')) continue
    const text = isRead(entry) ? await readPart(zip, entry) : await measurePart(zip, entry)
    if (entry.fileName === '[Content_Types].xml') contentType = mainTypeOf(text)
    else if (entry.fileName.endsWith('.rels')) checkRelations(text)
  }
  if (contentType === undefined) {
    throw new ContentRefused('The file is a zip archive, but neither a Word nor an Excel document.')
  }
  return contentType
}

async function opened(read: ReadContent, size: number): Promise<ZipFile> {
  // A reader of theirs is made by extending; one method is all it needs.
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

function isRead(entry: Entry): boolean {
  return entry.fileName === '[Content_Types].xml' || entry.fileName.endsWith('.rels')
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > maxPart) throw new ContentRefused('The file has a directory of unlikely size.')
  const pieces: Buffer[] = []
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Unpacks a part and drops it: yauzl stops as soon as it is longer than the directory said, or shorter. */
async function measurePart(zip: ZipFile, entry: Entry): Promise<string> {
  for await (const _ of await zip.openReadStreamPromise(entry));
  return ''
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
    // A link waits to be clicked. Anything else is fetched when the document is opened.
    if (attributes.Type?.endsWith('/hyperlink') || isLocal(attributes.Target ?? '')) return
    throw new ContentRefused('The file loads content from elsewhere when it is opened.')
  })
}

/** Word notes the template's place on its author's disk, or its name; that reaches nobody. */
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
  throw new ContentRefused('The file has macros, controls or embedded objects.')
}

function broken(): ContentRefused {
  return new ContentRefused('The file is damaged or no document of a known type.')
}
