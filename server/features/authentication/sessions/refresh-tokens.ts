import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** For this long, a rotated token still returns its successor: after a lost response, with two tabs, or after a failover. */
const graceMilliseconds = 60_000

export type StoredToken = {
  channel: 'body' | 'cookie'
  rotated_at: Date | null
  successor_sealed: Buffer | null
}

/** Decides what to do with a known refresh token of an active session. */
export type Verdict = 'rotate' | 'repeat' | 'refuse' | 'revoke'

export function checkRefreshToken(token: StoredToken, channel: 'body' | 'cookie', at: Date): Verdict {
  // No sign of theft: the client confused its two tokens.
  if (token.channel !== channel) return 'refuse'
  if (token.rotated_at === null) return 'rotate'
  const inGrace = at.getTime() - token.rotated_at.getTime() < graceMilliseconds
  return inGrace && token.successor_sealed !== null ? 'repeat' : 'revoke'
}

export function generateRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Undefined if the text cannot be a refresh token. */
export function hashRefreshToken(token: string): Buffer | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  return createHash('sha256').update(token).digest()
}

/** Encrypts a token with a key derived from its predecessor (AES-256-GCM, HKDF of RFC 5869), used only once. */
export function sealSuccessor(predecessor: string, successor: string): Buffer {
  const { key, nonce } = keyFrom(predecessor)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  return Buffer.concat([
    cipher.update(Buffer.from(successor, 'base64url')),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

export function openSuccessor(predecessor: string, sealed: Buffer): string {
  const { key, nonce } = keyFrom(predecessor)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('base64url')
}

/** The stored SHA-256 hash of the token reveals nothing about this key. */
function keyFrom(predecessor: string): { key: Buffer; nonce: Buffer } {
  const bytes = Buffer.from(
    hkdfSync(
      'sha256',
      Buffer.from(predecessor, 'base64url'),
      Buffer.alloc(0),
      'kontor refresh successor',
      44,
    ),
  )
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32) }
}
