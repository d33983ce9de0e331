/** Places in the list of styles of a workbook. */
export const styles = { date: 1, time: 2, head: 3 } as const
const firstAmount = 4
/** As many as an amount of an asset can have. */
const mostDecimals = 18
/** Formats of our own begin here. */
const firstFormat = 164

/** The style of an amount with so many decimals. */
export function amountStyle(decimals: number): number {
  return decimals > mostDecimals ? 0 : firstAmount + decimals
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const decimals = Array.from({ length: mostDecimals + 1 }, (_, count) => count)
const formats = decimals.map(
  (count) =>
    `<numFmt numFmtId="${firstFormat + count}" formatCode="#,##0${count === 0 ? '' : `.${'0'.repeat(count)}`}"/>`,
)
const amounts = decimals.map((count) => `<xf numFmtId="${firstFormat + count}" applyNumberFormat="1"/>`)

// 14 is a date in the order of the reader's country, 22 a date with a time.
export const stylesXml = `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${firstAmount + amounts.length}"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/>${amounts.join('')}</cellXfs></styleSheet>`
