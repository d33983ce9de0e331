import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { DocumentKind } from '../../../../contract/documents.ts'

/** What a signed path opens: one version of one document, for one session, until then. */
export type DownloadGrant = {
  organizationId: string
  kind: DocumentKind
  version: number
  /** The session that asked for the path: once it has ended, the path is worth nothing. */
  session: string
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
    session: grant.session,
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
function sign(key: Buffer, { organizationId, kind, version, session, expires }: DownloadGrant): Buffer {
  const text = JSON.stringify([organizationId, kind, version, session, expires])
  return createHmac('sha256', key).update(text).digest()
}
