type FieldKind = 'bytes' | 'integer'

interface FieldValues {
  bytes: Uint8Array
  integer: bigint
}

/**
 * Reads a message that has exactly these fields, each once and in this order, in their shortest form. What another reader
 * would skip or merge throws here.
 */
export function readMessage<const Kinds extends readonly (readonly [number, FieldKind])[]>(
  bytes: Uint8Array,
  fields: Kinds,
): { -readonly [K in keyof Kinds]: FieldValues[Kinds[K][1]] } {
  let at = 0

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('The message ends too early.')
      value |= BigInt(byte & 0x7f) << shift
      if (byte > 0x7f) continue
      if (byte === 0 && shift > 0n) throw new Error('A number has a longer form than needed.')
      return value
    }
    throw new Error('A number is too long.')
  }

  const values = fields.map(([number, kind]) => {
    const tag = varint()
    if (tag !== BigInt(number * 8 + (kind === 'bytes' ? 2 : 0)))
      throw new Error('The message has another field.')
    const value = varint()
    if (kind === 'integer') return value
    const from = at
    if (value > BigInt(bytes.length - from)) throw new Error('The message ends too early.')
    at += Number(value)
    return bytes.subarray(from, at)
  })
  if (at !== bytes.length) throw new Error('The message has more fields.')
  return values as { -readonly [K in keyof Kinds]: FieldValues[Kinds[K][1]] }
}
