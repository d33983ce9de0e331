import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { DocumentKind } from '../../../../contract/organizations/documents.ts'

/** Whom a signed path was made for. It is void once the session has ended, or the key is no longer valid. */
export type Holder = { session: string } | { apiKey: string }

/** A signed path gives its holder access to one version of a document, until it expires. */
export type DownloadGrant = {
  organizationId: string
  kind: DocumentKind
  version: number
  holder: Holder
  /** Seconds since 1970. */
  expires: number
}

export const grantSeconds = 300

/** The signing key is derived from a key of the vault, so that links work only while the vault is open. */
export function deriveSigningKey(systemKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', systemKey, Buffer.alloc(0), 'kontor document download 1', 32))
}

export function signedPath(key: Buffer, grant: DownloadGrant): string {
  const query = new URLSearchParams({
    version: String(grant.version),
    ...('session' in grant.holder ? { session: grant.holder.session } : { api_key: grant.holder.apiKey }),
    expires: String(grant.expires),
    signature: sign(key, grant).toString('base64url'),
  })
  return `/v1/organizations/${grant.organizationId}/documents/${grant.kind}/content?${query}`
}

/** Compares in constant time. */
export function isSigned(key: Buffer, grant: DownloadGrant, signature: string): boolean {
  const expected = sign(key, grant)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** JSON separates the fields unambiguously. */
function sign(key: Buffer, { organizationId, kind, version, holder, expires }: DownloadGrant): Buffer {
  const text = JSON.stringify([organizationId, kind, version, holder, expires])
  return createHmac('sha256', key).update(text).digest()
}
