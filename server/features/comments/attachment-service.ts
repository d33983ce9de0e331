import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { isId } from '../../../contract/api/common.ts'
import { attachmentTypes, type CommentAttachment } from '../../../contract/work/comments.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { storageUnavailable } from '../../platform/blobs/storage-failure.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, unavailable } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { SentFile } from '../../platform/sent-file.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import {
  cleanFileName,
  type FileIntake,
  Infected,
  type ReceivedContent,
  startStream,
} from '../documents/file-intake.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import { commentFiles } from './comment-files.ts'
import * as store from './comment-store.ts'

const hour = 3_600_000
const unusedAfter = 24 * hour
const batchSize = 100

export type AttachmentService = ReturnType<typeof createAttachmentService>

/** Files of comments: uploaded first, and taken by a comment that names them. */
export function createAttachmentService({
  db: pool,
  now,
  log,
  vault,
  stores,
  intake,
  organizations,
}: {
  db: Db
  now: () => Date
  log: Logger
  vault: Vault
  stores: BlobStores
  intake: FileIntake
  organizations: Pick<OrganizationRecords, 'require'>
}) {
  async function stored<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw isStorageError(error) ? storageUnavailable(error, log) : error
    })
  }

  async function removeBlob(url: string, id: string): Promise<void> {
    await stores
      .at(url)
      .remove(id)
      .catch((error) =>
        log.warn(
          { err: error, blob: id },
          'a blob could not be deleted; `kontor documents gc` will delete it',
        ),
      )
  }

  async function noteInfection(organizationId: string, actor: Actor, { found }: Infected): Promise<void> {
    log.warn({ organization_id: organizationId, found }, 'an infected upload was rejected')
    await pool.transaction().execute(async (db) =>
      recordChange(db, actor, {
        action: 'comment_attachment.upload_refused',
        object: { type: 'organization', id: organizationId },
        organizationId,
        outcome: 'denied',
        details: { found },
        at: now(),
      }),
    )
  }

  /** Deletes files that were uploaded for comments that nobody wrote. */
  const cleaning: Job = {
    name: 'comment-attachment-cleaning',
    intervalMs: hour,
    runAtStart: true,
    jitter: 0.1,
    async run(stopping) {
      const before = new Date(now().getTime() - unusedAfter)
      for (let deleted = batchSize; deleted === batchSize && !stopping.aborted; ) {
        const rows = await store.deleteUnusedAttachments(pool, before, batchSize)
        for (const row of rows) await removeBlob(row.store, row.id)
        deleted = rows.length
      }
    },
  }

  return {
    cleaning,

    /** An upload receives its file as a stream, and is then finished or discarded. */
    async begin(organizationId: string, actor: Actor) {
      if (vault.state() === 'sealed') throw vaultSealed()
      await organizations.require(pool, organizationId)
      const id = newId()
      const key = randomBytes(32)
      const seal = { key, record: commentFiles.contentRecord(organizationId, id) }
      const blobs = stores.current
      const draft = await stored(stores.createDraft(id))
      let taken: ReceivedContent | undefined

      return {
        async take(content: Readable): Promise<void> {
          try {
            taken = await stored(intake(content, attachmentTypes, { draft, seal }))
          } catch (error) {
            if (error instanceof Infected) await noteInfection(organizationId, actor, error)
            throw error
          }
        },

        /** Publishes the blob first, then inserts the row, so that the blob of a row always exists. */
        async finish(
          fileName: string | undefined,
          makeKey: (sha256: string) => IdempotencyKey | null,
        ): Promise<CommentAttachment> {
          if (!taken) throw new Error('finish() was called before the file was received.')
          const { contentType: content_type, size, sha256 } = taken
          const content_key = await vault.seal(pool, commentFiles.contentKeyPlace(organizationId, id), key)
          await stored(blobs.publish(id, draft))
          const row: store.AttachmentRow = {
            id,
            organization_id: organizationId,
            comment_id: null,
            file_name: cleanFileName(fileName, content_type),
            content_type,
            size,
            sha256,
            content_key,
            store: blobs.url,
            uploaded_by: uploaderOf(actor),
            uploaded_at: now(),
          }
          let mayBeCommitted = false
          const insert = async (db: Db) => {
            await store.insertAttachment(db, row)
            mayBeCommitted = true
            return toAttachment(row)
          }
          const made = await withIdempotency(pool, makeKey(sha256.toString('hex')), insert).catch(
            async (error) => {
              // If the outcome of the commit is unknown, the row may exist, and then needs its blob.
              if (!mayBeCommitted) await removeBlob(blobs.url, id)
              throw error
            },
          )
          // Replayed: the row of the first upload has a blob of its own.
          if (made.id !== id) await removeBlob(blobs.url, id)
          return made
        },

        async discard(): Promise<void> {
          key.fill(0)
          await draft.discard()
        },
      }
    },

    async prepareDownload(organizationId: string, id: string, actor: Actor): Promise<SentFile> {
      if (vault.state() === 'sealed') throw vaultSealed()
      await organizations.require(pool, organizationId)
      const file = isId(id) ? await store.findAttachment(pool, organizationId, id) : undefined
      // Until it is part of a comment it is only for its uploader.
      if (!file || (file.comment_id === null && file.uploaded_by !== uploaderOf(actor))) throw notFound()
      return {
        name: file.file_name,
        contentType: file.content_type,
        size: file.size,
        sha256: file.sha256,
        shown: 'attachment',
        /** The audit row is committed before any content is sent. */
        async open(range) {
          await pool.transaction().execute(async (db) =>
            recordChange(db, actor, {
              action: 'comment_attachment.downloaded',
              object: { type: 'comment_attachment', id },
              organizationId,
              details: { comment_id: file.comment_id },
              at: now(),
            }),
          )
          return stored(startStream(commentFiles.openContent(pool, { vault, stores }, file, range), log))
        },
      }
    },
  }
}

export function uploaderOf(actor: Actor): string {
  return actor.id ?? actor.name
}

export function toAttachment(row: store.AttachmentRow): CommentAttachment {
  return {
    id: row.id,
    organization_id: row.organization_id,
    name: row.file_name,
    content_type: row.content_type,
    size: row.size,
    sha256: row.sha256.toString('hex'),
  }
}

function notFound(): Failure {
  return new Failure('not_found', 'comment_attachment_not_found', 'There is no such file.')
}

function vaultSealed(): Failure {
  return unavailable('vault_sealed', 'Files can be neither stored nor opened while the vault is sealed.')
}
