import { expect, test } from 'vitest'
import { type SheetCell, sheetXml } from '../../server/platform/exports/sheet-xml.ts'

/** The rows as XML, from values as COPY writes them. */
function written(
  rows: readonly (readonly string[])[],
  cells: readonly SheetCell[],
  pieceBytes = 4096,
): string {
  const given = Buffer.from(rows.map((row) => `${row.join('\t')}\n`).join(''))
  let text = ''
  for (const piece of sheetXml(given, cells, pieceBytes)) text += Buffer.from(piece).toString()
  return text
}

const text = (content: string) => `<row><c t="inlineStr"><is><t>${content}</t></is></c></row>`
const spaced = (content: string) =>
  `<row><c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c></row>`

test.each([
  ['Ромашка', text('Ромашка')],
  ['', text('')],
  ['a & b < c > d', text('a &amp; b &lt; c &gt; d')],
  ['back\\\\slash', text('back\\slash')],
  ['two\\nlines\\r\\tand a tab', text('two\nlines&#13;\tand a tab')],
  [' spaces ', spaced(' spaces ')],
  ['end\\n', spaced('end\n')],
  ['_x0041_', text('_x005F_x0041_')],
  ['snake_case', text('snake_case')],
  ['bell\u0007 \\b\\v\ufffe\uffff.', text('bell .')],
  ['\uffe5', text('\uffe5')],
  ['\\N', '<row><c/></row>'],
])('%j as text', (given, expected) => {
  expect(written([[given]], ['text'])).toBe(expected)
})

test('numbers that Excel can calculate with are numbers, others are text', () => {
  const cells = ['number', 'number', 'date', 'time', 'number'] as const
  expect(written([['-12.50', '1234567890123456', '46037', '46037.500011574074', '\\N']], cells)).toBe(
    '<row><c><v>-12.50</v></c><c t="inlineStr"><is><t>1234567890123456</t></is></c>' +
      '<c s="1"><v>46037</v></c><c s="2"><v>46037.500011574074</v></c><c/></row>',
  )
})

test('pieces are cut between rows, and a row that is larger than a piece is whole', () => {
  const rows = [['a'], ['&'.repeat(10_000)], ['b'], ['_x'.repeat(3_000)]]
  const whole = written(rows, ['text'], 1_000_000)
  expect(written(rows, ['text'], 64)).toBe(whole)
  expect(whole).toContain('&amp;'.repeat(10_000))
  expect(whole).toContain('_x005F_x'.repeat(3_000))
})
