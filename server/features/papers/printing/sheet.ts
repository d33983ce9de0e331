import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'

const require = createRequire(import.meta.url)
/** DejaVu has Cyrillic, ₽ and №. It comes as a package, so that no font of the system is needed. */
const fonts = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

const margin = 42
const cell = 4
const usualSize = 9

export interface Column {
  /** The share of the width. */
  width: number
  align?: 'left' | 'right' | 'center'
  /** Its texts are not broken: what is too wide gets smaller letters. */
  isWhole?: boolean
}
type Style = { size?: number; bold?: boolean; align?: 'left' | 'right' | 'center' }

export type Sheet = ReturnType<typeof createSheet>

/**
 * Pages of A4 that are written from the top to the bottom. Nothing depends on the time or on chance: the same calls give
 * the same bytes.
 */
export function createSheet({
  title,
  author,
  createdAt,
  stamp,
}: {
  title: string
  author: string
  createdAt: Date
  /** Across each page, of a paper that no longer holds. */
  stamp?: string | undefined
}) {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    info: { Title: title, Author: author, Producer: 'Kontor', Creator: 'Kontor', CreationDate: createdAt },
  })
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const pieces: Buffer[] = []
  /** Texts of a row, which are written after its borders. */
  const placed: [text: string, x: number, y: number][] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  if (stamp !== undefined) {
    drawStamp(stamp)
    doc.on('pageAdded', () => drawStamp(stamp))
  }
  const width = doc.page.width - 2 * margin
  const bottom = doc.page.height - margin
  doc.y = margin

  function use({ size = usualSize, bold = false }: Style): void {
    doc.font(bold ? 'bold' : 'regular').fontSize(size)
  }

  function drawStamp(text: string): void {
    const { width, height } = doc.page
    doc.save()
    doc.rotate(-35, { origin: [width / 2, height / 2] })
    doc.font('bold').fontSize(64).fillColor('#c62828').fillOpacity(0.25)
    const left = (width - doc.widthOfString(text)) / 2
    doc.text(text, left, height / 2 - 40, { lineBreak: false })
    doc.restore()
    doc.fillOpacity(1).fillColor('black')
  }

  function heightOf(text: string, width: number, style: Style): number {
    use(style)
    return doc.heightOfString(text || ' ', { width, align: style.align ?? 'left' })
  }

  /** The size at which the text needs one line of this width. */
  function sizeFor(text: string, width: number, style: Style): number {
    use(style)
    const needed = doc.widthOfString(text)
    // A little less, because the widths of the letters are rounded.
    return needed <= width ? (style.size ?? usualSize) : ((style.size ?? usualSize) * width * 0.99) / needed
  }

  /** Begins a new page unless so much is left on this one. */
  function keepTogether(height: number): void {
    if (doc.y + height <= bottom) return
    doc.addPage()
    doc.y = margin
  }

  /** Text that may go over pages. */
  function text(content: string, style: Style = {}): void {
    use(style)
    doc.text(content, margin, doc.y, { width, align: style.align ?? 'left' })
  }

  function gap(height: number): void {
    doc.y += height
  }

  function rule(weight = 1): void {
    keepTogether(weight + 2)
    doc
      .lineWidth(weight)
      .moveTo(margin, doc.y)
      .lineTo(margin + width, doc.y)
      .stroke()
    doc.y += weight + 2
  }

  /** A row of cells, each as high as the highest one. A row is not divided between pages. */
  function row(
    columns: readonly Column[],
    texts: readonly string[],
    style: Style & { bordered?: boolean } = {},
  ): void {
    const all = columns.reduce((sum, column) => sum + column.width, 0)
    const widths = columns.map((column) => (column.width / all) * width)
    const styles = columns.map((column, i): Style => {
      const aligned = { ...style, align: style.align ?? column.align ?? 'left' }
      if (!column.isWhole) return aligned
      return { ...aligned, size: sizeFor(texts[i] ?? '', (widths[i] as number) - 2 * cell, style) }
    })
    const height =
      Math.max(
        ...columns.map((_, i) =>
          heightOf(texts[i] ?? '', (widths[i] as number) - 2 * cell, styles[i] as Style),
        ),
      ) +
      2 * cell
    keepTogether(height)
    const top = doc.y
    let left = margin
    for (const i of columns.keys()) {
      const cellWidth = widths[i] as number
      if (style.bordered) doc.lineWidth(0.5).rect(left, top, cellWidth, height).stroke()
      const { align = 'left' } = styles[i] as Style
      use(styles[i] as Style)
      doc.text(texts[i] ?? '', left + cell, top + cell, { width: cellWidth - 2 * cell, align })
      left += cellWidth
    }
    doc.y = top + height
  }

  /**
   * A bordered row whose texts have one line each, as those of long tables: it is drawn without trying where lines break. A
   * row with a text that is too wide is drawn as others.
   */
  function lineRow(columns: readonly Column[], texts: readonly string[]): void {
    const all = columns.reduce((sum, column) => sum + column.width, 0)
    const widths = columns.map((column) => (column.width / all) * width)
    use({})
    const lengths = texts.map((text) => (text === '' ? 0 : doc.widthOfString(text)))
    if (lengths.some((length, i) => length > (widths[i] as number) - 2 * cell)) {
      row(columns, texts, { bordered: true })
      return
    }
    const height = doc.currentLineHeight() + 2 * cell
    keepTogether(height)
    use({})
    const top = doc.y
    let left = margin
    doc.lineWidth(0.5).rect(left, top, width, height)
    for (const [i, text] of texts.entries()) {
      const cellWidth = widths[i] as number
      if (i > 0) doc.moveTo(left, top).lineTo(left, top + height)
      left += cellWidth
      if (text === '') continue
      const isRight = columns[i]?.align === 'right'
      const at = isRight ? left - cell - (lengths[i] as number) : left - cellWidth + cell
      placed.push([text, at, top + cell])
    }
    doc.stroke()
    for (const [text, x, y] of placed.splice(0)) doc.text(text, x, y, { lineBreak: false })
    doc.y = top + height
  }

  /** A QR code in byte mode with error correction M, and a caption below it. */
  function qr(content: string, caption: string, size: number): void {
    const { data, size: modules } = encode([...Buffer.from(content)], {
      ecc: 'M',
      boostEcc: false,
      border: 4,
    })
    keepTogether(size + 14)
    const top = doc.y
    const side = size / modules
    doc.fillColor('black')
    for (const [y, line] of data.entries()) {
      for (const { from, to } of darkRuns(line)) {
        doc.rect(margin + from * side, top + y * side, (to - from) * side, side)
      }
    }
    doc.fill()
    use({ size: 7 })
    doc.text(caption, margin, top + size, { width: size, align: 'center' })
    doc.y = top + size + 14
  }

  return {
    text,
    gap,
    rule,
    row,
    lineRow,
    qr,
    keepTogether,
    /** The bytes of the PDF. */
    async finish(): Promise<Buffer> {
      const done = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))
      doc.end()
      await done
      return Buffer.concat(pieces)
    },
  }
}

/** Neighbouring dark modules are one rectangle, so that no viewer draws light lines between them. */
function darkRuns(line: readonly boolean[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const [x, isDark] of line.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last?.to === x) last.to = x + 1
    else runs.push({ from: x, to: x + 1 })
  }
  return runs
}
