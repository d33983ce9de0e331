import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Found, PageText } from './page-text.ts'

export interface Mark {
  left: number
  top: number
  width: number
  height: number
}

/** Where a place in the text is on its page, as parts of its width and height. */
export function marksOf({ from, to }: Found, text: PageText, viewport: PageViewport): Mark[] {
  const marks: Mark[] = []
  for (let at = from; at < to; ) {
    const index = text.piece[at] ?? 0
    let end = at
    while (end < to && text.piece[end] === index) end++
    const piece = text.pieces[index]
    if (piece && piece.str.length > 0) {
      const first = (text.offset[at] ?? 0) / piece.str.length
      const last = Math.min(1, ((text.offset[end - 1] ?? 0) + 1) / piece.str.length)
      marks.push(boxOf(piece, first, last, viewport))
    }
    at = end
  }
  return marks
}

function boxOf(
  { transform, width }: { transform: readonly number[]; width: number },
  first: number,
  last: number,
  viewport: PageViewport,
): Mark {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform
  const along = Math.hypot(a, b) || 1
  const [alongX, alongY] = [(a / along) * width, (b / along) * width]
  const corners = [first, last].flatMap((part) =>
    [-0.2, 0.9].map((up) =>
      viewport.convertToViewportPoint(x + alongX * part + c * up, y + alongY * part + d * up),
    ),
  )
  const xs = corners.map(([x]) => Number(x) / viewport.width)
  const ys = corners.map(([, y]) => Number(y) / viewport.height)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
