import { createHash } from 'node:crypto'
import { base32crockford } from '@scure/base'

/** Random bytes as a code that people can read to each other: groups of four letters and digits. */
export function readableCode(bytes: Uint8Array): string {
  return (base32crockford.encode(bytes).toLowerCase().match(/.{4}/g) as string[]).join('-')
}

/**
 * SHA-256 of a code as people type it: without regard to case, spaces and hyphens, with o as 0, and i and l as 1.
 * Undefined if the text cannot be a code of this length.
 */
export function hashReadableCode(text: string, length: number): Buffer | undefined {
  const plain = text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  if (plain.length !== length || !/^[0-9a-z]+$/.test(plain)) return undefined
  return createHash('sha256').update(plain).digest()
}
