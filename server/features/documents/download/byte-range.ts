/** `end` is not included. */
export type ByteRange = { start: number; end: number }

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.1.2): undefined means all of it, 'none' that
 * nothing of it exists. Several ranges, other units and nonsense are answered with all of it, as the RFC allows.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const match = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '')
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
