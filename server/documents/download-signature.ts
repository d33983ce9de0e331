import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a signed path opens: one version of one document, for one holder, until then. */
export type DownloadGrant = {
  organizationId: string
  kind: string
  version: number
  /** The session or API key that asked for the path: once it has ended, the path is worth nothing. */
  holder: { type: 'session' | 'api_key'; id: string }
  /** Seconds since 1970. */
  expires: number
}

export const grantSeconds = 300

/** Signing has a key of its own, derived from the vault's: without an open vault there is nothing to download. */
export function deriveSigningKey(systemKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', systemKey, Buffer.alloc(0), 'kontor document download 1', 32))
}

export function signedPath(key: Buffer, grant: DownloadGrant): string {
  const query = new URLSearchParams({
    version: String(grant.version),
    [grant.holder.type]: grant.holder.id,
    expires: String(grant.expires),
    signature: sign(key, grant).toString('base64url'),
  })
  return `/v1/organizations/${grant.organizationId}/documents/${grant.kind}/content?${query}`
}

/** Compared in constant time. A signature of another length cannot be right. */
export function isSigned(key: Buffer, grant: DownloadGrant, signature: string): boolean {
  const expected = sign(key, grant)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** JSON keeps the fields apart, whatever they hold. */
function sign(key: Buffer, { organizationId, kind, version, holder, expires }: DownloadGrant): Buffer {
  const text = JSON.stringify([organizationId, kind, version, holder.type, holder.id, expires])
  return createHmac('sha256', key).update(text).digest()
}
