import type { ByteRange } from '../../sent-file.ts'

/**
 * The requested range of `size` bytes (Range header, RFC 9110, 14.1.2): undefined means everything, 'none' that the range
 * is not satisfiable. Several ranges, other units and invalid values return everything, as the RFC allows.
 */
export function parseRange(header = '', size: number): ByteRange | 'none' | undefined {
  // A longer one is no single range, and the expression would take long on thousands of spaces.
  if (header.length > 100) return undefined
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'none'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
