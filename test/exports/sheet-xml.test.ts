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
  expect(written([[given]], [{ is: 'text' }])).toBe(expected)
})

test('numbers that Excel can calculate with are numbers, others are text', () => {
  const cells = (['number', 'number', 'date', 'time', 'time', 'number'] as const).map((is) => ({ is }))
  const row = ['-12', '1234567890123456', '46037', '46037.500011574074', '46037', '\\N']
  expect(written([row], cells)).toBe(
    '<row><c><v>-12</v></c><c t="inlineStr"><is><t>1234567890123456</t></is></c>' +
      '<c s="1"><v>46037</v></c><c s="2"><v>46037.500011574074</v></c><c s="1"><v>46037</v></c><c/></row>',
  )
})

test('amounts have the decimals of their currency, and assets those that are written', () => {
  const cells = [{ is: 'amount', currencyAt: 1 }, { is: 'text' }] as const
  const cellOf = (amount: string, currency: string) =>
    /^<row>(.*?<\/c>)/.exec(written([[amount, currency]], cells))?.[1]
  const number = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
  expect(cellOf('1500000', 'RUB')).toBe(number(6, '1500000'))
  expect(cellOf('92301.08', 'RUB')).toBe(number(6, '92301.08'))
  expect(cellOf('5', 'JPY')).toBe(number(4, '5'))
  expect(cellOf('0.125', 'KWD')).toBe(number(7, '0.125'))
  expect(cellOf('15000', 'USDT')).toBe(number(4, '15000'))
  expect(cellOf('0.000000000000000001', 'ETH')).toBe(number(22, '0.000000000000000001'))
  // 15 digits fit, 16 do not, whatever they are.
  expect(cellOf('-9999999999999.99', 'RUB')).toBe(number(6, '-9999999999999.99'))
  expect(cellOf('99999999999999.99', 'RUB')).toBe('<c t="inlineStr"><is><t>99999999999999.99</t></is></c>')
})

test('values have their words, and a value without one stays as it is', () => {
  const cells = [{ is: 'word', words: { t: 'да', paid: 'Оплачена & <сверена>' } }, { is: 'text' }] as const
  expect(
    written(
      [
        ['paid', 'a'],
        ['t', 'b'],
        ['other', 'c'],
        ['\\N', 'd'],
      ],
      cells,
      64,
    ),
  ).toBe(
    [text('Оплачена &amp; &lt;сверена&gt;'), text('да'), text('other'), '<row><c/></row>']
      .map((row, index) =>
        row.replace('</row>', `<c t="inlineStr"><is><t>${'abcd'[index]}</t></is></c></row>`),
      )
      .join(''),
  )
})

test('pieces are cut between rows, and a row that is larger than a piece is whole', () => {
  const rows = [['a'], ['&'.repeat(10_000)], ['b'], ['_x'.repeat(3_000)]]
  const whole = written(rows, [{ is: 'text' }], 1_000_000)
  expect(written(rows, [{ is: 'text' }], 64)).toBe(whole)
  expect(whole).toContain('&amp;'.repeat(10_000))
  expect(whole).toContain('_x005F_x'.repeat(3_000))
})
