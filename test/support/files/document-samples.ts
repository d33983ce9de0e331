import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Small files of every accepted type, put together byte by byte, and the ways to spoil them. */

export function pdf({
  objects = '',
  padding = 0,
}: {
  objects?: string | Buffer
  padding?: number
} = {}): Buffer {
  const head = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
  const pages = '2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'
  const filler = `3 0 obj\n<< /Length ${padding} >>\nstream\n`
  const tail = '\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n'
  return Buffer.concat([
    Buffer.from(head + pages, 'latin1'),
    Buffer.from(objects),
    Buffer.from(filler, 'latin1'),
    Buffer.alloc(padding, 'q 1 0 0 1 0 0 cm Q '),
    Buffer.from(tail, 'latin1'),
  ])
}

/** A PDF of exactly this many bytes. */
export function pdfOfSize(size: number): Buffer {
  const padding = size - pdf().length
  const file = pdf({ padding: padding - (String(padding).length - 1) })
  if (file.length !== size) throw new Error(`A PDF of ${size} bytes cannot be made this way.`)
  return file
}

/** A PDF made to be slow to check: names without end, and before each of the many streams they are looked at again. */
export function slowPdf(size: number): Buffer {
  const file = Buffer.alloc(size, `${'/a'.repeat(10)} stream\n`)
  file.write('%PDF-1.7\n')
  file.write('\n%%EOF\n', size - 7)
  return file
}

/** Objects packed into a compressed object stream, as every modern program writes them. */
export function objectStream(
  objects: string,
  dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
): Buffer {
  const packed = deflateSync(Buffer.from(`9 0 ${objects}`, 'latin1'))
  return Buffer.concat([
    Buffer.from(`8 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\r\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

export function png({ width = 4, height = 4 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(20))),
    pngChunk('IEND'),
  ])
}

export function jpeg({ width = 4, height = 4 } = {}): Buffer {
  const segment = (code: number, ...data: number[]) => [0xff, code, 0, data.length + 2, ...data]
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...segment(0xc0, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    ...[0x12, 0x34, 0xff, 0x00, 0x56],
    ...[0xff, 0xd9],
  ])
}

type ZipEntry = { name: string; data: Buffer | string; claimedSize?: number; flags?: number }

/** A zip file; `claimedSize` is what its directory says, whatever the data unpacks to. */
export function zip(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, claimedSize, flags = 0 } of entries) {
    const content = Buffer.from(data)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedSize ?? content.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]),
    )
    files.push(file)
    offset += file.length
  }
  const end = Buffer.alloc(18)
  const directorySize = directory.reduce((sum, entry) => sum + entry.length, 0)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directorySize, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const officePart = 'application/vnd.openxmlformats-officedocument'
const mainTypes = {
  docx: `${officePart}.wordprocessingml.document.main+xml`,
  xlsx: `${officePart}.spreadsheetml.sheet.main+xml`,
}

export function contentTypes(...types: string[]): string {
  const overrides = types.map((type, n) => `<Override PartName="/part${n}.xml" ContentType="${type}"/>`)
  return `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${overrides.join('')}</Types>`
}

export function relations(...attributes: string[]): string {
  const list = attributes.map((attribute, n) => `<Relationship Id="rId${n}" ${attribute}/>`)
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

export function office(type: 'docx' | 'xlsx', more: ZipEntry[] = [], otherTypes: string[] = []): Buffer {
  return zip([
    { name: '[Content_Types].xml', data: contentTypes(mainTypes[type], ...otherTypes) },
    { name: '_rels/.rels', data: relations('Type="…/officeDocument" Target="main.xml"') },
    { name: 'main.xml', data: `<document>${'Устав общества. '.repeat(500)}</document>` },
    ...more,
  ])
}
