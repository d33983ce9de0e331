import { randomBytes } from 'node:crypto'
import type { Operation } from '../contract/api/operation.ts'
import {
  contentTypes,
  jpeg,
  objectStream,
  pdf,
  pdfOfSize,
  png,
  pngChunk,
  relations,
  slowPdf,
  zip,
} from '../test/support/files/document-samples.ts'

export interface HostileInput {
  name: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

const boundary = 'limit-of-a-part'
const megabyte = 1024 * 1024
const largest = 20 * megabyte

/** Files that are slow to inspect. All kinds of documents share one inspection, so most of them are sent once. */
const filesForAll: [string, () => Buffer][] = [
  ['a PDF of names and streams, 16 KiB', () => slowPdf(16 * 1024)],
  ['a PDF of 20 MiB', () => pdfOfSize(largest)],
]

const filesForOther: [string, () => Buffer][] = [
  ['a PDF of names and streams, 512 KiB', () => slowPdf(512 * 1024)],
  ['a PDF of names and streams, 20 MiB', () => slowPdf(largest)],
  ['a PDF that unpacks to 66 MiB', () => pdf({ objects: objectStream(' '.repeat(66 * megabyte)) })],
  ['a zip of 1,900 .rels', () => zipOfRelations(1_900, 50)],
  ['a zip of one large .rels', () => zipOfRelations(1, 40_000)],
  ['a zip that unpacks to 190 MiB', () => zip([{ name: 'a', data: Buffer.alloc(190 * megabyte) }])],
  ['a PNG of empty chunks', pngOfChunks],
  ['a JPEG of fill bytes', jpegOfFill],
  ['random bytes', () => randomBytes(largest)],
]

export function* hostileForms(
  operation: Operation,
  path: string,
  headers: Record<string, string>,
): Generator<HostileInput> {
  const input = (name: string, body: Buffer): HostileInput => ({
    name,
    path,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
  })
  const files = operation.path.endsWith('/other') ? [...filesForAll, ...filesForOther] : filesForAll
  for (const [name, make] of files) yield input(name, form(part('file', make(), 'a.pdf')))
  const almost = `\r\n--${boundary.slice(0, -1)}`
  yield input('almost boundaries', form(part('file', Buffer.alloc(4 * megabyte, almost), 'a.pdf')))
  yield input('many parts', form(...Array.from({ length: 20_000 }, () => part('comment', Buffer.from('x')))))
  yield input('a long head', form(Buffer.from(`--${boundary}\r\n${'x-a: b\r\n'.repeat(60_000)}\r\n\r\n`)))
  for (const field of ['number', 'issued_on', 'comment']) {
    const text = Buffer.alloc(60_000, '\u0301')
    yield input(`${field} of combining marks`, form(part('file', pdf(), 'a.pdf'), part(field, text)))
  }
  for (const repeated of ['\u0301', '.', ' ', 'a.', 'a ']) {
    const fileName = `${repeated.repeat(7_000 / Buffer.byteLength(repeated))}x`
    yield input(`a file name of ${JSON.stringify(repeated)}`, form(part('file', pdf(), fileName)))
  }
}

function form(...parts: Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

function part(name: string, content: Buffer, fileName?: string): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

function zipOfRelations(parts: number, each: number): Buffer {
  const rels = relations(...Array.from({ length: each }, (_, index) => `Target="a${index}.xml" Type="t"`))
  return zip([
    { name: '[Content_Types].xml', data: contentTypes('text/xml') },
    ...Array.from({ length: parts }, (_, index) => ({ name: `${index}.rels`, data: rels })),
  ])
}

function pngOfChunks(): Buffer {
  const file = png()
  const chunk = pngChunk('teXt')
  const head = file.subarray(0, 33)
  return Buffer.concat([head, Buffer.alloc(chunk.length * 1_700_000, chunk), file.subarray(33)])
}

function jpegOfFill(): Buffer {
  const file = jpeg()
  return Buffer.concat([file.subarray(0, 2), Buffer.alloc(largest - file.length, 0xff), file.subarray(3)])
}
