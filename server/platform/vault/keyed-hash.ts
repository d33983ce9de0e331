import { createHmac, hkdfSync } from 'node:crypto'

/**
 * HMAC-SHA-256 under a key that is derived from a data key. The label names the purpose, so that hashes for different
 * purposes never have the same key.
 */
export function keyedHash(dataKey: Buffer, label: string, message: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), `kontor ${label}`, 32))
  try {
    return createHmac('sha256', key).update(message).digest()
  } finally {
    key.fill(0)
  }
}
