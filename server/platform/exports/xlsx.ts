import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { ExportedColumn, RowFormat } from './exported-list.ts'

/** The rows of a sheet of Excel, less the head. */
export const mostRows = 1_048_575

/** Characters that XML 1.0 does not know. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
const notXml = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const longestCell = 32_767
/** A number with more digits would lose the last ones: Excel calculates with 15. */
const mostDigits = 15

export const xlsxRows: RowFormat = {
  row: (columns) => sql`concat('<row>', ${sql.join(columns.map(cellOf))}, '</row>')`,
  finish: (text) => text.replace(notXml, ''),
}

function cellOf({ type, value }: ExportedColumn): RawBuilder<unknown> {
  const number = (style: string, given: RawBuilder<unknown>) =>
    sql`'<c' || ${sql.lit(style)} || '><v>' || ${given} || '</v></c>'`
  const fitting = sql`case when octet_length(${value}) > ${sql.lit(longestCell)} then left(${value}, ${sql.lit(longestCell)}) else ${value} end`
  // Excel reads _x0041_ in a text as an escape.
  const escaped = sql`replace(replace(replace(replace(${fitting}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '_x', '_x005F_x')`
  const text = (given: RawBuilder<unknown>) =>
    sql`'<c t="inlineStr"><is><t xml:space="preserve">' || ${given} || '</t></is></c>'`
  const cell = {
    text: () => text(escaped),
    code: () => text(sql`${value}::text`),
    number: () =>
      sql`case when length(${value}::text) <= ${sql.lit(mostDigits)} then ${number('', sql`${value}::text`)}
        else ${text(sql`${value}::text`)} end`,
    date: () => number(' s="1"', sql`(${value} - date '1899-12-30')`),
    time: () => number(' s="2"', sql`round(extract(epoch from ${value}) / 86400 + 25569, 8)`),
  }[type]()
  return sql`coalesce(${cell}, '<c/>')`
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet, besides the sheet. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Kontor" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // 14 is a date in the order of the reader's country, 22 a date with a time.
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/** A workbook with one sheet, in pieces. `rows` are texts of whole rows. */
export async function* xlsxFile(
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const zip = createZip()
  for (const [name, text] of Object.entries(parts)) yield* zip.add(name, [Buffer.from(declaration + text)])
  yield* zip.add('xl/worksheets/sheet1.xml', sheetOf(columns, rows))
  yield zip.end()
}

async function* sheetOf(
  columns: readonly ExportedColumn[],
  rows: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const head = columns.map(({ name }) => `<c s="3" t="inlineStr"><is><t>${name}</t></is></c>`).join('')
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${main}">${frozen}<sheetFormatPr defaultColWidth="18"/><sheetData><row>${head}</row>`,
  )
  for await (const text of rows) yield Buffer.from(text)
  yield Buffer.from('</sheetData></worksheet>')
}

/** The sizes follow the data of an entry, because they are not known before. */
const sizesFollow = 0x0008
const isUtf8 = 0x0800
const deflated = 8

/** Writes a ZIP archive as a stream. Compression runs outside the event loop. */
function createZip() {
  const directory: Buffer[] = []
  let offset = 0

  return {
    async *add(name: string, content: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      const start = offset
      let checksum = 0
      let size = 0
      let packed = 0
      async function* counted() {
        for await (const piece of content) {
          checksum = crc32(piece, checksum)
          size += piece.length
          yield piece
        }
      }
      const count = (piece: Buffer) => {
        offset += piece.length
        return piece
      }
      yield count(header(0x04034b50, name, { flags: isUtf8 | sizesFollow }))
      const source = Readable.from(counted(), { objectMode: false })
      const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
      source.on('error', (error) => deflate.destroy(error))
      for await (const piece of source.pipe(deflate)) {
        packed += piece.length
        yield count(piece)
      }
      const sizes = Buffer.alloc(16)
      sizes.writeUInt32LE(0x08074b50, 0)
      sizes.writeUInt32LE(checksum, 4)
      sizes.writeUInt32LE(packed, 8)
      sizes.writeUInt32LE(size, 12)
      yield count(sizes)
      directory.push(header(0x02014b50, name, { flags: isUtf8 | sizesFollow, checksum, packed, size, start }))
    },

    end(): Buffer {
      const bytes = directory.reduce((sum, { length }) => sum + length, 0)
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(directory.length, 8)
      end.writeUInt16LE(directory.length, 10)
      end.writeUInt32LE(bytes, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([...directory, end])
    },
  }
}

/** The header before an entry, or with `start` its row in the directory at the end. */
function header(
  signature: number,
  name: string,
  {
    flags,
    checksum = 0,
    packed = 0,
    size = 0,
    start,
  }: { flags: number; checksum?: number; packed?: number; size?: number; start?: number },
): Buffer {
  const isInDirectory = start !== undefined
  const text = Buffer.from(name)
  const bytes = Buffer.alloc(isInDirectory ? 46 : 30)
  let at = bytes.writeUInt32LE(signature, 0)
  if (isInDirectory) at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(flags, at)
  at = bytes.writeUInt16LE(deflated, at)
  // Time and day: the first that the format knows, because readers show another one as the time of a file.
  at = bytes.writeUInt16LE(0, at)
  at = bytes.writeUInt16LE(0x21, at)
  at = bytes.writeUInt32LE(checksum, at)
  at = bytes.writeUInt32LE(packed, at)
  at = bytes.writeUInt32LE(size, at)
  bytes.writeUInt16LE(text.length, at)
  if (isInDirectory) bytes.writeUInt32LE(start, 42)
  return Buffer.concat([bytes, text])
}
