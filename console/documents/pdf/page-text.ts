import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { withPatience } from './with-patience.ts'

export interface TextPiece {
  str: string
  transform: readonly number[]
  width: number
}

/** The text of a page as it is searched: folded, and of each character the piece that it stands in. */
export interface PageText {
  pieces: readonly TextPiece[]
  text: string
  /** Of each character of `text`: the index of its piece, and its place in it. */
  piece: readonly number[]
  offset: readonly number[]
}

/** A place in the text, on a page that is counted from 0. */
export interface Found {
  page: number
  from: number
  to: number
}

const mostPages = 1_000
const mostCharacters = 3_000_000
const tellEveryMs = 300

/** Reads the text layer, page after page, and stops where nobody would read on. */
export async function readText(
  document: PDFDocumentProxy,
  isStopped: () => boolean,
  onText: (texts: ReadonlyMap<number, PageText>) => void,
): Promise<void> {
  const texts = new Map<number, PageText>()
  let characters = 0
  let toldAt = 0
  for (let page = 0; page < Math.min(document.numPages, mostPages) && !isStopped(); page++) {
    const proxy = await withPatience(document.getPage(page + 1))
    const { items } = await withPatience(proxy.getTextContent())
    const text = foldPieces(items.flatMap((item) => ('str' in item ? [item] : [])))
    characters += text.text.length
    if (isStopped()) return
    texts.set(page, text)
    // Each report draws the page again.
    if (page === 0 || Date.now() - toldAt > tellEveryMs) {
      toldAt = Date.now()
      onText(new Map(texts))
    }
    if (characters > mostCharacters) break
  }
  if (!isStopped()) onText(texts)
}

export function foldPieces(pieces: readonly (TextPiece & { hasEOL?: boolean })[]): PageText {
  let text = ''
  const piece: number[] = []
  const offset: number[] = []
  function add(characters: string, index: number, at: number) {
    for (const character of characters) {
      if (character === ' ' && (text === '' || text.endsWith(' '))) continue
      text += character
      // Places count the units of the string.
      for (let unit = 0; unit < character.length; unit++) {
        piece.push(index)
        offset.push(at)
      }
    }
  }
  pieces.forEach(({ str, hasEOL }, index) => {
    for (let at = 0; at < str.length; at++) add(foldCharacter(str.charAt(at)), index, at)
    if (hasEOL) add(' ', index, str.length)
  })
  return { pieces, text, piece, offset }
}

/** As `foldText` of the contract does it, for one character: its place must be known. */
export function foldCharacter(character: string): string {
  if (/['’‘ʼ`´′\u00ad]/.test(character)) return ''
  const folded = character.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  return folded.replace(/[^\p{L}\p{N}\p{M}]/gu, ' ')
}

/** All places that fit, at most so many. */
export function findAll(texts: ReadonlyMap<number, PageText>, pattern: RegExp, most = 500): Found[] {
  const found: Found[] = []
  for (const [page, { text }] of [...texts].sort(([a], [b]) => a - b))
    for (const match of text.matchAll(pattern)) {
      if (match[0] !== '') found.push({ page, from: match.index, to: match.index + match[0].length })
      if (found.length >= most) return found
    }
  return found
}
