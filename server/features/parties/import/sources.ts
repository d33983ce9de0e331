import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { openPromise, type Entry as ZipEntry } from 'yauzl'
import { splitRecord } from './csv.ts'
import type { Entry } from './entries.ts'
import { isGleifHeader, readGleif } from './gleif.ts'
import { type Line, readLines } from './lines.ts'
import { isPlainHeader, readNdjson, readPlainCsv } from './plain-file.ts'
import { readRsmp } from './rsmp.ts'

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
}

const zipMagic = Buffer.from('PK')

/** Opens the parts of an input file without unpacking to disk. Calls `onBytes` with the number of bytes read since the last call. */
export async function* openParts(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Part> {
  const start = Buffer.alloc(4)
  const file = await open(path)
  try {
    await file.read(start, 0, 4, 0)
  } finally {
    await file.close()
  }
  const name = basename(path)
  if (start.subarray(0, 2).equals(zipMagic)) {
    yield* openZip(path, name, onBytes)
  } else {
    yield {
      name,
      isInArchive: false,
      read: () =>
        readPart(name, async () => counted(createReadStream(path, { highWaterMark: 1 << 16 }), onBytes)),
    }
  }
}

async function* openZip(path: string, name: string, onBytes: (bytes: number) => void): AsyncGenerator<Part> {
  const { size } = await stat(path)
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    throw new Unreadable(`${name}: ${error.message}`)
  })
  let reported = 0
  const reportPosition = (position: number) => {
    onBytes(Math.floor(position) - reported)
    reported = Math.floor(position)
  }
  try {
    let packed = 0
    for await (const entry of zip.eachEntry() as AsyncIterable<ZipEntry>) {
      if (/\.(xml|csv|ndjson|jsonl)$/i.test(entry.fileName)) {
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
  } finally {
    zip.close()
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

async function* readPart(name: string, openStream: () => Promise<Readable>): AsyncGenerator<Batch> {
  try {
    yield* readStream(await openStream())
  } catch (error) {
    throw new Unreadable(`${name}: ${(error as Error).message}`)
  }
}

async function* readStream(stream: Readable): AsyncGenerator<Batch> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const first = await iterator.next()
  if (first.done) throw new Unreadable('the file is empty')
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
