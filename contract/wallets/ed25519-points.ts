import { ed25519 } from '@noble/curves/ed25519.js'

/** Whether 32 bytes are a point of the curve that is a multiple of its base point, as every public key is. */
export function isPublicKeyOfEd25519(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false
  }
}
