import { createHmac, hkdfSync } from 'node:crypto'

/**
 * HMAC-SHA-256 under a key that is derived from a data key. The label names the purpose, so that hashes for different
 * purposes never have the same key.
 */
export function keyedHash(dataKey: Buffer, label: string, message: string): Buffer {
  const key = purposeKey(dataKey, label)
  try {
    return hashUnder(key, message)
  } finally {
    key.fill(0)
  }
}

/** The key of one purpose, which the caller zeroes. Whoever has it can make no hash of another purpose. */
export function purposeKey(dataKey: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), `kontor ${label}`, 32))
}

export function hashUnder(purposeKey: Uint8Array, message: string): Buffer {
  return createHmac('sha256', purposeKey).update(message).digest()
}
