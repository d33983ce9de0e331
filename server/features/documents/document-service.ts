import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { isId } from '../../../contract/api/common.ts'
import {
  type DocumentKind,
  type DocumentResponse,
  type DocumentVersionResponse,
  documentKinds,
  isDocumentKind,
  type RejectionReason,
  type ReviewDocumentRequest,
} from '../../../contract/organizations/documents.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import { BlobMissing, isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { storageUnavailable } from '../../platform/blobs/storage-failure.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ByteRange } from '../../platform/sent-file.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { demandVersion, type ExpectedVersions } from '../../platform/versions.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { openContent, startStream } from './document-content.ts'
import { documentNotFound, vaultSealed } from './document-failures.ts'
import type { DocumentLinks, Presented } from './document-links.ts'
import { toDocument, toVersion } from './document-responses.ts'
import { showSlot, summaryChanged } from './document-slots.ts'
import * as store from './document-store.ts'
import type { DownloadGrant } from './download/download-signature.ts'
import { takeBack } from './take-back.ts'

export type DocumentService = ReturnType<typeof createDocumentService>

type Caller = Pick<Actor, 'address' | 'requestId'>

/** Whom signed paths are made for. */
export interface Holders {
  /** The actor of an active session. */
  findSession(sessionId: string, caller: Caller): Promise<Actor | undefined>
  /** The actor of a valid API key, which stays valid until the end of the transaction. */
  holdApiKey(db: Db, id: string, caller: Caller): Promise<Actor | undefined>
}

export function createDocumentService({
  db: pool,
  now,
  organizations,
  vault,
  stores,
  links,
  holders,
  authorization,
  log,
}: {
  db: Db
  now: () => Date
  organizations: OrganizationRecords
  vault: Vault
  stores: BlobStores
  links: DocumentLinks
  holders: Holders
  authorization: Pick<Authorization, 'permit'>
  log: Logger
}) {
  async function response(slot: store.FilledSlot, actor: Actor): Promise<DocumentResponse> {
    return toDocument(slot, now(), await links.linksFor(pool, actor))
  }

  /** If the content was moved to another store after the row was read, the row is read again. */
  async function openStream(version: store.DocumentVersion, range: ByteRange): Promise<Readable> {
    const open = (version: store.DocumentVersion) =>
      startStream(openContent(pool, { vault, stores }, version, range), log)
    try {
      return await open(version)
    } catch (error) {
      if (isStorageError(error)) throw storageUnavailable(error, log)
      if (!(error instanceof BlobMissing)) throw error
      const again = await store.findVersion(pool, version.organization_id, version.kind, version.version)
      if (again && again.store !== version.store) return open(again)
      log.error({ err: error, alert: 'document_unreadable' }, 'the blob of a document is missing')
      throw error
    }
  }

  /** The holder of a signed path, who must still be signed in or have a valid key, and be allowed to read documents. */
  async function requireHolder(db: Db, { holder }: DownloadGrant, caller: Caller): Promise<Actor> {
    const actor =
      'session' in holder
        ? await holders.findSession(holder.session, caller)
        : await holders.holdApiKey(db, holder.apiKey, caller)
    if (!actor) {
      throw 'session' in holder
        ? new Failure('unauthorized', 'session_ended', 'The session has ended. Sign in again.')
        : new Failure('unauthorized', 'api_key_invalid', 'The API key is not valid.')
    }
    if (!actor.permissions.has('documents:read')) {
      throw new Failure('forbidden', 'forbidden', 'Your role does not allow this.')
    }
    return actor
  }

  async function writeDecision(
    db: Db,
    permit: Permit<'document.review'>,
    organization: Awaited<ReturnType<OrganizationRecords['lock']>>,
    slot: store.FilledSlot,
    {
      decision,
      reason_code,
      comment,
    }: { decision: 'approved' | 'rejected'; reason_code: RejectionReason | null; comment: string | null },
  ): Promise<store.FilledSlot> {
    const organizationId = organization.id
    const { kind, version } = slot
    const at = now()
    await store.insertDecision(
      db,
      { organizationId, kind },
      {
        id: newId(),
        version_id: slot.id,
        status: decision,
        reason_code,
        comment,
        decided_by: permit.actor.id ?? permit.actor.name,
        decided_at: at,
      },
    )
    await showSlot(db, organizations, organization, kind, { ...slot, status: decision })
    const decided = await store.findSlot(db, organizationId, kind)
    if (!decided) throw new Error('The document that was just reviewed does not exist.')
    const { download_url, ...data } = toDocument(decided, at, () => null)
    recordChange(db, permit, {
      action: 'document.reviewed',
      object: { type: 'document', id: slot.id },
      organizationId,
      version,
      alsoChanged: summaryChanged(organization),
      details: { kind, version, decision, ...(reason_code && { reason_code }) },
      data,
      at,
    })
    return decided
  }

  /**
   * Records a decision on the given version, or takes back the last one. It can be changed later; the history contains all
   * decisions.
   */
  async function decide(
    db: Db,
    organizationId: string,
    kind: string,
    { decision, reason_code = null, comment = null }: ReviewDocumentRequest,
    actor: Actor,
    expected: ExpectedVersions,
  ): Promise<store.FilledSlot> {
    const by = actor.id ?? actor.name
    const organization = await organizations.lock(db, organizationId)
    const slot = isDocumentKind(kind) ? await store.findSlot(db, organizationId, kind) : undefined
    if (!slot) throw documentNotFound()
    demandVersion(expected, slot.version, 'document')
    if (decision === 'pending') {
      if (slot.status === 'pending') return slot
      const reopened = { organization, slot, comment }
      return takeBack(db, { authorization, organizations, actor, at: now() }, reopened)
    }
    const isRepeat =
      slot.decision_status === decision &&
      slot.decision_reason_code === reason_code &&
      slot.decision_comment === comment &&
      slot.decided_by === by
    if (isRepeat) return slot
    const permit = await authorization.permit(db, actor, {
      act: 'document.review',
      subject: { type: 'document', id: slot.id, version: slot.version },
      organizationId,
      content: { kind: slot.kind, decision, reason_code, comment },
      did: { uploaded: [slot.uploaded_by] },
    })
    return writeDecision(db, permit, organization, slot, { decision, reason_code, comment })
  }

  return {
    /** The uploaded documents, in the order of their kinds. */
    async list(organizationId: string, actor: Actor): Promise<DocumentResponse[]> {
      await organizations.require(pool, organizationId)
      const slots = await store.listSlots(pool, organizationId)
      const linkTo = await links.linksFor(pool, actor)
      return slots
        .sort((a, b) => documentKinds.indexOf(a.kind) - documentKinds.indexOf(b.kind))
        .map((slot) => toDocument(slot, now(), linkTo))
    },

    async get(organizationId: string, kind: DocumentKind, actor: Actor): Promise<DocumentResponse> {
      await organizations.require(pool, organizationId)
      const slot = await store.findSlot(pool, organizationId, kind)
      if (!slot) throw documentNotFound()
      return response(slot, actor)
    },

    /** The current version of the document that any of its versions names. */
    async read(id: string, actor: Actor): Promise<DocumentResponse> {
      const version = isId(id) ? await store.findVersionById(pool, id) : undefined
      const slot = version && (await store.findSlot(pool, version.organization_id, version.kind))
      if (!slot) throw documentNotFound()
      return response(slot, actor)
    },

    response,

    async versions(organizationId: string, kind: string, actor: Actor): Promise<DocumentVersionResponse[]> {
      await organizations.require(pool, organizationId)
      const versions = isDocumentKind(kind) ? await store.listVersions(pool, organizationId, kind) : []
      if (versions.length === 0) throw documentNotFound()
      const decisions = await store.listDecisions(
        pool,
        versions.map(({ id }) => id),
      )
      const linkTo = await links.linksFor(pool, actor)
      return versions.map((version) =>
        toVersion(
          version,
          decisions.filter(({ version_id }) => version_id === version.id),
          linkTo,
        ),
      )
    },

    async review(
      organizationId: string,
      kind: string,
      body: ReviewDocumentRequest,
      actor: Actor,
      expected: ExpectedVersions,
    ): Promise<DocumentResponse> {
      const reviewed = await pool
        .transaction()
        .execute((db) => decide(db, organizationId, kind, body, actor, expected))
      return response(reviewed, actor)
    },

    /** The same for a document that is known by the id of its version. Without a link: the response may be stored. */
    async reviewById(
      id: string,
      body: ReviewDocumentRequest,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<DocumentResponse> {
      return withIdempotency(pool, key, async (db) => {
        const of = isId(id) ? await store.findVersionById(db, id) : undefined
        if (!of) throw documentNotFound()
        // An id and a version that do not belong together are expected of no document.
        const expected = of.version === body.version ? [of.version] : []
        const decided = await decide(db, of.organization_id, of.kind, body, actor, expected)
        return toDocument(decided, now(), () => null)
      })
    },

    /** The document of a signed path. */
    async prepareDownload(presented: Presented, caller: Caller) {
      if (vault.state() === 'sealed') throw vaultSealed()
      const grant = await links.check(pool, presented)
      const found = await requireHolder(pool, grant, caller)
      const version = await store.findVersion(pool, grant.organizationId, grant.kind, grant.version)
      if (!version) throw documentNotFound()
      return {
        version,
        /** The audit row is committed before any content is sent. */
        async open(range: ByteRange): Promise<Readable> {
          const isPart = range.start > 0 || range.end < version.size
          await pool.transaction().execute(async (db) => {
            // Once more: a key that was revoked in between downloads nothing.
            const actor = 'apiKey' in grant.holder ? await requireHolder(db, grant, caller) : found
            recordChange(db, actor, {
              action: 'document.downloaded',
              object: { type: 'document', id: version.id },
              organizationId: version.organization_id,
              details: {
                kind: version.kind,
                version: version.version,
                ...(isPart && { range: `${range.start}-${range.end - 1}` }),
              },
              at: now(),
            })
          })
          return openStream(version, range)
        },
      }
    },
  }
}
