import { read } from 'node:fs'
import { pipeline, type Readable, Transform } from 'node:stream'
import { fromFdPromise, type Entry as ZipEntry } from 'yauzl'
import type { RegisterFailure } from '../../../../contract/organizations/party-register.ts'
import { splitRecord } from '../../../platform/csv-record.ts'
import type { Entry } from './entries.ts'
import { isGleifHeader, readGleif } from './gleif.ts'
import { type Line, readLines } from './lines.ts'
import { isPlainHeader, readNdjson, readPlainCsv } from './plain-file.ts'
import { readRsmp } from './rsmp.ts'

/** An open file. Other threads of the process read it by the same number. */
export interface OpenedFile {
  name: string
  fd: number
  size: number
}

export type RegisterFormat = 'rsmp' | 'gleif' | 'csv' | 'ndjson'

/** A readable part of an input file: the file itself, or a file in a zip archive. */
export interface Part {
  /** The name in reports: `register.csv`, or `rsmp.zip/VO_RRMSPSV_….xml`. */
  name: string
  isInArchive: boolean
  read(): AsyncGenerator<Batch>
}

interface Batch {
  format: RegisterFormat
  entries: Entry[]
}

/** The file as a whole is not a register or is damaged, in contrast to a fault in one row. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly code: RegisterFailure

  constructor(message: string, code: RegisterFailure = 'damaged') {
    super(message)
    this.code = code
  }
}

const pieceBytes = 64 * 1024
const zipMagic = Buffer.from('PK')
/** The registers that exist unpack to some 30 GiB, and to some twenty times the size of their archive. */
const mostUnpacked = 64 * 1024 ** 3
const mostTimes = 200
/** A small archive of almost equal rows may be packed better. */
const unpackedAnyway = 1024 ** 3

/** Opens the parts of an input file without unpacking to disk. Calls `onBytes` with the number of bytes read since the last call. */
export async function* openParts(file: OpenedFile, onBytes: (bytes: number) => void): AsyncGenerator<Part> {
  if ((await startOf(file)).equals(zipMagic)) {
    yield* openZip(file, onBytes)
  } else {
    const { name } = file
    yield {
      name,
      isInArchive: false,
      read: () => readPart(name, async () => piecesOf(file, onBytes)),
    }
  }
}

async function startOf(file: OpenedFile): Promise<Buffer> {
  return readAt(file, 0, zipMagic.length)
}

/** Not as a stream of Node: one that is ended early closes the file, which belongs to another thread. */
async function* piecesOf(file: OpenedFile, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const piece = await readAt(file, at, pieceBytes)
    if (piece.length === 0) return
    at += piece.length
    onBytes(piece.length)
    yield piece
  }
}

function readAt({ fd }: OpenedFile, position: number, length: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const piece = Buffer.allocUnsafe(length)
  read(fd, piece, 0, length, position, (error, bytes) =>
    error ? reject(error) : resolve(piece.subarray(0, bytes)),
  )
  return promise
}

async function* openZip(
  { name, fd, size }: OpenedFile,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Part> {
  const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new Unreadable(`${name}: ${error.message}`)
  })
  const most = Math.min(mostUnpacked, Math.max(size * mostTimes, unpackedAnyway))
  let claimed = 0
  let reported = 0
  const reportPosition = (position: number) => {
    onBytes(Math.floor(position) - reported)
    reported = Math.floor(position)
  }
  try {
    let packed = 0
    for await (const entry of zip.eachEntry() as AsyncIterable<ZipEntry>) {
      if (/\.(xml|csv|ndjson|jsonl)$/i.test(entry.fileName)) {
        // An entry that is longer than it says ends with an error.
        claimed += entry.uncompressedSize
        if (claimed > most)
          throw new Unreadable(`${name}: it unpacks to far more than a register of its size`, 'too_large')
        const before = packed
        let unpacked = 0
        const onUnpacked = (bytes: number) => {
          unpacked += bytes
          reportPosition(before + (entry.compressedSize * unpacked) / Math.max(entry.uncompressedSize, 1))
        }
        yield {
          name: `${name}/${entry.fileName}`,
          isInArchive: true,
          read: () =>
            readPart(entry.fileName, async () => counted(await zip.openReadStreamPromise(entry), onUnpacked)),
        }
      }
      packed += entry.compressedSize
      reportPosition(packed)
    }
    reportPosition(size)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${name}: ${(error as Error).message}`)
  }
}

function counted(stream: Readable, onBytes: (bytes: number) => void): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  // An error of the source destroys the counter with the same error, which the reader sees.
  pipeline(stream, counter, () => {})
  return counter
}

async function* readPart(
  name: string,
  openStream: () => Promise<AsyncIterable<Buffer>>,
): AsyncGenerator<Batch> {
  try {
    yield* readStream(await openStream())
  } catch (error) {
    const code = error instanceof Unreadable ? error.code : 'damaged'
    throw new Unreadable(`${name}: ${(error as Error).message}`, code)
  }
}

async function* readStream(stream: AsyncIterable<Buffer>): AsyncGenerator<Batch> {
  const iterator = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) throw new Unreadable('the file is empty', 'unknown_format')
  if (!isUtf8(first.value))
    throw new Unreadable('the file is not UTF-8 text; save it in this encoding', 'not_utf8')
  const content = prepend(first.value, iterator)
  const beginning = first.value
    .toString('utf8', 0, 4096)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (beginning.startsWith('<')) {
    for await (const entries of readRsmp(content)) yield { format: 'rsmp', entries }
  } else if (beginning.startsWith('{')) {
    for await (const entries of readNdjson(readLines(content))) yield { format: 'ndjson', entries }
  } else {
    yield* readTable(readLines(content))
  }
}

async function* readTable(lines: AsyncGenerator<Line[]>): AsyncGenerator<Batch> {
  const first = await lines.next()
  const [head, ...others] = first.done ? [] : first.value
  const text = (head?.text ?? '').replace(/^\ufeff/, '')
  const rest = prepend(others, lines)
  for (const separator of [',', ';', '\t']) {
    const fields = splitRecord(text, separator)
    const header = typeof fields === 'string' ? [] : fields.map((field) => field.trim())
    if (separator === ',' && isGleifHeader(header)) {
      for await (const entries of readGleif(rest, header)) yield { format: 'gleif', entries }
      return
    }
    if (isPlainHeader(header)) {
      for await (const entries of readPlainCsv(rest, header, separator)) yield { format: 'csv', entries }
      return
    }
  }
  throw new Unreadable(
    'the first line is not a known header: a plain file has inn, ogrn and full_name, GLEIF has LEI and Entity.LegalName',
    'unknown_format',
  )
}

async function* prepend<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** A damaged letter costs its row. In another encoding, all that is not Latin is damaged, or every second byte is zero. */
function isUtf8(beginning: Buffer): boolean {
  if (beginning.includes(0)) return false
  const text = beginning.toString('utf8', 0, 16_384)
  const damaged = text.split('\ufffd').length - 1
  return damaged <= 1 + text.length / 100
}
