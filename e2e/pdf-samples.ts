import { deflateSync } from 'node:zlib'

/** PDF files as scanners and programs write them, put together here, and two that are made to do harm. */

function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = 9
  objects.forEach((object, index) => {
    offsets.push(length)
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

function stream(dictionary: string, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string)
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'

function onePage(
  resources: string,
  content: Buffer,
  others: readonly (string | Buffer)[],
  box = '0 0 595 842',
) {
  return pdfOf([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    content,
    ...others,
  ])
}

function image(dictionary: string, data: Buffer, size = 64): Buffer {
  return stream(`/Type /XObject /Subtype /Image /Width ${size} /Height ${size} ${dictionary}`, data)
}

function picture(drawn: Buffer): Buffer {
  return onePage('/XObject << /I 5 0 R >>', stream('', 'q 400 0 0 400 100 300 cm /I Do Q'), [drawn])
}

/** 3,600 million pixels in a few kilobytes. */
const tooLarge = image(
  '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
  deflateSync(Buffer.alloc(1_000_000)),
  60_000,
)

/** Sixty-four white lines of Group 4, and the end of the block. */
const white = Buffer.from('ffffffffffffffff001001', 'hex')
// White is turned to black, so that a picture is to be seen.
const inverted = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Decode [1 0]'

const parameters = '/DecodeParms << /K -1 /Columns 64 /Rows 64 >>'

function jbig2(): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const segment = (at: number, type: number, data: Buffer) =>
    Buffer.concat([number(at), Buffer.from([type, 0, 1]), number(data.length), data])
  const page = Buffer.concat([number(64), number(64), number(0), number(0), Buffer.from([0, 0, 0])])
  const region = Buffer.concat([
    number(64),
    number(64),
    number(0),
    number(0),
    // The region replaces what is below it, and is coded as Group 4.
    Buffer.from([4, 1]),
    white,
  ])
  return Buffer.concat([segment(0, 48, page), segment(1, 38, region)])
}

/** A chequered pattern of 64 × 64, written by OpenJPEG. */
const jpeg2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQcHAAAAAAAPY29scgEAAAAAABEAAACtanAyY/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAUEBAAB/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAALAAB/5PPsBAIhQ0EgJB4YBUnId18wsJISBVorhUTbQAegID/2Q==',
  'base64',
)

/** «УСТАВ» in a font that the file does not have. */
function cyrillic(): Buffer {
  const letters = '/afii10037 /afii10035 /afii10036 /afii10017 /afii10019'
  return onePage('/Font << /F 5 0 R >>', stream('', 'BT /F 60 Tf 100 500 Td <0102030405> Tj ET'), [
    `<< /Type /Font /Subtype /TrueType /BaseFont /TimesNewRomanPSMT /FirstChar 1 /LastChar 5 /Widths [700 700 700 700 700] /Encoding << /Type /Encoding /Differences [1 ${letters}] >> >>`,
  ])
}

/** With `broken`, the last of them has a picture that is too large to be decoded. */
export function manyPages(count: number, { broken = false } = {}): Buffer {
  const first = 4
  const last = first + 2 * count
  const resources = (index: number) =>
    `/Font << /F 3 0 R >>${broken && index === count - 1 ? ` /XObject << /I ${last} 0 R >>` : ''}`
  const content = (index: number) =>
    `BT /F 40 Tf 100 700 Td (Sheet ${index + 1} of many) Tj ET${broken && index === count - 1 ? ' q 400 0 0 400 100 200 cm /I Do Q' : ''}`
  const numbers = Array.from({ length: count }, (_, index) => first + 2 * index)
  return pdfOf([
    catalog,
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << ${resources(index)} >> >>`,
      stream('', content(index)),
    ]),
    ...(broken ? [tooLarge] : []),
  ])
}

/** What is drawn, each in its own way of packing. */
export const drawn = {
  'CCITT Group 4': picture(image(`${inverted} /Filter /CCITTFaxDecode ${parameters}`, white)),
  JBIG2: picture(image(`${inverted} /Filter /JBIG2Decode`, jbig2())),
  'JPEG 2000': picture(image('/Filter /JPXDecode', jpeg2000)),
  'Cyrillic without its font': cyrillic(),
}

/** What is refused with a word, and harms nothing. */
export const refused = {
  'an image of 3,600 million pixels': picture(tooLarge),
  'four pages of which the last has such an image': manyPages(4, { broken: true }),
  'a page as long as a street': onePage('', stream('', '0 0 10 10 re f'), [], '0 0 2 14400'),
  'no PDF at all': Buffer.from('%PDF-1.7\nnothing\n%%EOF\n'),
}
