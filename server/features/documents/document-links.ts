import type { DocumentKind } from '../../../contract/organizations/documents.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { Failure } from '../../platform/errors.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { LinkTo } from './document-responses.ts'
import {
  type DownloadGrant,
  deriveSigningKey,
  grantSeconds,
  type Holder,
  isSigned,
  signedPath,
} from './download/download-signature.ts'

export type DocumentLinks = ReturnType<typeof createDocumentLinks>

/** The query of a signed path. */
export type Presented = {
  organizationId: string
  kind: DocumentKind
  version: string | undefined
  session: string | undefined
  apiKey: string | undefined
  expires: string | undefined
  signature: string | undefined
}

/** Creates and verifies signed paths for downloads. */
export function createDocumentLinks({
  vault,
  now,
}: {
  vault: Pick<Vault, 'state' | 'dataKey'>
  now: () => Date
}) {
  async function signingKey(db: Db): Promise<Buffer> {
    const { key } = await vault.dataKey(db, 'system')
    try {
      return deriveSigningKey(key)
    } finally {
      key.fill(0)
    }
  }

  return {
    /** Signed paths for this actor. They require a session or an API key that may read documents, and an open vault. */
    async linksFor(db: Db, actor: Actor): Promise<LinkTo> {
      const holder = holderOf(actor)
      if (!holder || vault.state() === 'sealed') return () => null
      const key = await signingKey(db)
      const expires = Math.floor(now().getTime() / 1000) + grantSeconds
      return ({ organization_id: organizationId, kind, version }) =>
        signedPath(key, { organizationId, kind, version, holder, expires })
    },

    /** The document that a path refers to. Throws if the path was changed or has expired. */
    async check(db: Db, { signature = '', ...presented }: Presented): Promise<DownloadGrant> {
      const grant = toGrant(presented)
      if (!grant || !isSigned(await signingKey(db), grant, signature)) {
        throw new Failure('unauthorized', 'link_invalid', 'This download link is not valid.')
      }
      if (grant.expires * 1000 <= now().getTime()) {
        throw new Failure(
          'unauthorized',
          'link_expired',
          'This download link has expired. Open the document again.',
        )
      }
      return grant
    },
  }
}

function toGrant({
  organizationId,
  kind,
  version = '',
  session,
  apiKey,
  expires = '',
}: Omit<Presented, 'signature'>): DownloadGrant | undefined {
  const holder = presentedHolder(session, apiKey)
  if (!holder || !/^\d{1,9}$/.test(version) || !/^\d{1,12}$/.test(expires)) return undefined
  return { organizationId, kind, version: Number(version), holder, expires: Number(expires) }
}

function holderOf({ kind, id, sessionId, permissions }: Actor): Holder | undefined {
  if (!permissions.has('documents:read')) return undefined
  if (sessionId !== null) return { session: sessionId }
  return kind === 'api_key' && id !== null ? { apiKey: id } : undefined
}

/** Exactly one of the two. */
function presentedHolder(session: string | undefined, apiKey: string | undefined): Holder | undefined {
  if (session !== undefined) return apiKey === undefined ? { session } : undefined
  return apiKey === undefined ? undefined : { apiKey }
}
