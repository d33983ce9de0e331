import { type RawBuilder, sql } from 'kysely'
import type { RowFormat } from './exported-list.ts'
import type { SheetPool } from './sheet-pool.ts'
import { styles, stylesXml } from './sheet-styles.ts'
import { type SheetCell, xmlText } from './sheet-xml.ts'
import { createZip, packed } from './zip.ts'

/** The rows of a sheet of Excel, less the head. */
export const mostRows = 1_048_575
const longestCell = sql.lit(32_767)
/** Of the name of a sheet. */
const longestTitle = 31
/** The day before the first one of Excel, as a number of days before 1970. */
const dayZero = 25_569

/** Times are those that a clock in this zone showed: a workbook has no zones. */
export function xlsxRows(timeZone: string): RowFormat {
  return {
    copyFormat: 'text',
    cell({ type, value }): RawBuilder<unknown> {
      if (type === 'text')
        return sql`case when octet_length(${value}) > ${longestCell} then left(${value}, ${longestCell}) else ${value} end`
      if (type === 'date') return sql`(${value} - date '1899-12-30')`
      if (type === 'time')
        return sql`(case when ${isDay(value)} then date_part('epoch', ${value})
        else date_part('epoch', ${value} at time zone ${sql.lit(timeZone)}) end / 86400 + ${sql.lit(dayZero)})`
      return value
    },
  }
}

/** A moment that is the beginning of a day in UTC is a day without a time, such as the one on which a bank booked. */
function isDay(value: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`date_part('epoch', ${value}) / 86400 = floor(date_part('epoch', ${value}) / 86400)`
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet, besides the sheet and its name. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
}

/** A column of a sheet. */
export interface SheetColumn {
  head: string
  cell: SheetCell
  /** In characters. */
  width: number
}

/** A workbook with one sheet, in pieces. `pages` are rows as COPY writes them. */
export async function* xlsxFile(
  { title, columns }: { title: string; columns: readonly SheetColumn[] },
  pages: AsyncIterable<Uint8Array<ArrayBuffer>>,
  pool: Pick<SheetPool, 'run'>,
): AsyncGenerator<Uint8Array> {
  const zip = createZip()
  for (const [name, text] of [...Object.entries(parts), ['xl/workbook.xml', workbook(title)] as const]) {
    yield zip.begin(name)
    yield zip.add(packed(declaration + text))
    yield zip.finish()
  }
  const cells = columns.map(({ cell }) => cell)
  let count = 1
  yield zip.begin('xl/worksheets/sheet1.xml')
  yield zip.add(packed(sheetHead(columns)))
  for await (const rows of pages) {
    const task = { rows, cells, checksum: zip.checksum() }
    const part = await pool.run(task, [rows.buffer])
    count += part.rows
    yield zip.add(part)
  }
  const filter = `<autoFilter ref="A1:${columnName(columns.length)}${count}"/>`
  yield zip.add(packed(`</sheetData>${filter}</worksheet>`, zip.checksum()))
  yield zip.finish()
  yield zip.end()
}

function workbook(title: string): string {
  return `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(title.slice(0, longestTitle))}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** A, B … Z, AA … */
function columnName(number: number): string {
  const rest = (number - 1) % 26
  const letter = String.fromCharCode(65 + rest)
  return number <= 26 ? letter : columnName((number - 1 - rest) / 26) + letter
}

function sheetHead(columns: readonly SheetColumn[]): string {
  const head = columns
    .map(({ head }) => `<c s="${styles.head}" t="inlineStr"><is><t>${xmlText(head)}</t></is></c>`)
    .join('')
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const widths = columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')
  return `${declaration}<worksheet xmlns="${main}">${frozen}<sheetFormatPr defaultRowHeight="15"/><cols>${widths}</cols><sheetData><row>${head}</row>`
}
