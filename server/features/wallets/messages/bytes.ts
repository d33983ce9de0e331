import { base64 } from '@scure/base'

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** Undefined unless it is the one spelling of these bytes in Base64, with its padding. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

/** Undefined unless it is this many bytes in hexadecimal, with or without 0x. */
export function fromHex(text: string, length: number): Uint8Array | undefined {
  const [, digits] = /^(?:0x)?([0-9a-f]*)$/i.exec(text) ?? []
  return digits?.length === 2 * length ? Buffer.from(digits, 'hex') : undefined
}
