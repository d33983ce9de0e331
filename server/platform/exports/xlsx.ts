import { type RawBuilder, sql } from 'kysely'
import type { ExportedColumn, RowFormat } from './exported-list.ts'
import type { SheetPool } from './sheet-pool.ts'
import type { SheetCell } from './sheet-xml.ts'
import { createZip, packed } from './zip.ts'

/** The rows of a sheet of Excel, less the head. */
export const mostRows = 1_048_575
const longestCell = sql.lit(32_767)
/** The day before the first one of Excel, as a number of days before 1970. */
const dayZero = 25_569

export const xlsxRows: RowFormat = {
  copyFormat: 'text',
  cell({ type, value }): RawBuilder<unknown> {
    if (type === 'text')
      return sql`case when octet_length(${value}) > ${longestCell} then left(${value}, ${longestCell}) else ${value} end`
    if (type === 'date') return sql`(${value} - date '1899-12-30')`
    if (type === 'time') return sql`date_part('epoch', ${value}) / 86400 + ${sql.lit(dayZero)}`
    return value
  },
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

/** A workbook with one sheet, in pieces. `pages` are rows as COPY writes them. */
export async function* xlsxFile(
  columns: readonly ExportedColumn[],
  pages: AsyncIterable<Uint8Array<ArrayBuffer>>,
  pool: Pick<SheetPool, 'run'>,
): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  for (const [name, text] of Object.entries(parts)) {
    yield zip.begin(name)
    yield zip.add(packed(declaration + text))
    yield zip.finish()
  }
  const cells = columns.map(({ type }): SheetCell => (type === 'code' ? 'text' : type))
  yield zip.begin('xl/worksheets/sheet1.xml')
  yield zip.add(packed(sheetHead(columns)))
  for await (const rows of pages) {
    const task = { rows, cells, checksum: zip.checksum() }
    yield zip.add(await pool.run(task, [rows.buffer]))
  }
  yield zip.add(packed('</sheetData></worksheet>', zip.checksum()))
  yield zip.finish()
  yield zip.end()
}

function sheetHead(columns: readonly ExportedColumn[]): string {
  const head = columns.map(({ name }) => `<c s="3" t="inlineStr"><is><t>${name}</t></is></c>`).join('')
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${declaration}<worksheet xmlns="${main}">${frozen}<sheetFormatPr defaultColWidth="18"/><sheetData><row>${head}</row>`
}
