import { concatBytes } from '@noble/hashes/utils.js'

/** A field of bytes, of text or of another message: its number, its length, and what is in it. */
export function bytesField(number: number, content: Uint8Array): Uint8Array {
  return concatBytes(tag(number, 2), varint(BigInt(content.length)), content)
}

/** A field of an int64 or an enum, which is never negative here. Zero is not written (proto3). */
export function integerField(number: number, value: bigint): Uint8Array {
  return value === 0n ? new Uint8Array() : concatBytes(tag(number, 0), varint(value))
}

function tag(number: number, wireType: number): Uint8Array {
  return varint(BigInt((number << 3) | wireType))
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.of(...bytes, Number(rest))
}
