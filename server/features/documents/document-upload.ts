import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { acceptedTypes, type DocumentKind } from '../../../contract/organizations/documents.ts'
import { documentStatusOn } from '../../../contract/organizations/documents-summary.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import { isStorageError } from '../../platform/blobs/blob-storage.ts'
import type { BlobStores } from '../../platform/blobs/open-storage.ts'
import { storageUnavailable } from '../../platform/blobs/storage-failure.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure } from '../../platform/errors.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { demandVersion, type ExpectedVersions } from '../../platform/versions.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { Scanner } from './checks/clamd.ts'
import type { InspectionPool } from './checks/inspection-pool.ts'
import { contentKeyPlace, contentRecord } from './document-content.ts'
import { vaultSealed } from './document-failures.ts'
import { dayOf, toDocument } from './document-responses.ts'
import { showSlot, summaryChanged } from './document-slots.ts'
import * as store from './document-store.ts'
import { cleanFileName } from './upload/file-name.ts'
import { Infected, type ReceivedContent, receiveContent } from './upload/intake.ts'

export type UploadFields = {
  number: string | null
  issued_on: string | null
  expires_on: string | null
  comment: string | null
}

export type UploadService = ReturnType<typeof createUploadService>
export type PendingUpload = Awaited<ReturnType<UploadService['begin']>>

/** Uploads. An upload is started, receives its file as a stream, and is then finished or discarded. */
export function createUploadService({
  db: pool,
  now,
  organizations,
  vault,
  stores,
  scanner,
  inspection,
  log,
}: {
  db: Db
  now: () => Date
  organizations: OrganizationRecords
  vault: Vault
  stores: BlobStores
  scanner: Scanner | undefined
  inspection: Pick<InspectionPool, 'inspect'>
  log: Logger
}) {
  /**
   * The current document, if this upload would change nothing. That a person uploads what an API key has uploaded
   * changes something: now somebody has seen it.
   */
  async function findSame(
    db: Db,
    upload: {
      organizationId: string
      kind: DocumentKind
      sha256: Buffer
      uploaded_by_person: boolean
    } & UploadFields,
  ) {
    const slot = await store.findSlot(db, upload.organizationId, upload.kind)
    const isSame =
      (slot?.status === 'approved' || slot?.uploaded_by_person || !upload.uploaded_by_person) &&
      slot?.sha256.equals(upload.sha256) &&
      (['number', 'issued_on', 'expires_on', 'comment'] as const).every(
        (field) => slot[field] === upload[field],
      ) &&
      ['pending', 'approved'].includes(documentStatusOn(dayOf(now()), slot))
    return { slot, isSame }
  }

  /** For a repeated upload. The lock makes this commit wait for the standbys, because the first may not have (ADR 80). */
  async function findSafe(upload: Parameters<typeof findSame>[1], expected: ExpectedVersions) {
    if (!(await findSame(pool, upload)).isSame) return undefined
    return pool.transaction().execute(async (db) => {
      await organizations.lock(db, upload.organizationId)
      const { slot, isSame } = await findSame(db, upload)
      demandVersion(expected, slot?.version, 'document')
      return isSame ? slot : undefined
    })
  }

  async function stored<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw isStorageError(error) ? storageUnavailable(error, log) : error
    })
  }

  return {
    async begin(organizationId: string, kind: DocumentKind, actor: Actor) {
      if (vault.state() === 'sealed') throw vaultSealed()
      // If the organization does not exist, the form is read to report its faults first. Its draft is never published.
      const exists = await organizations.require(pool, organizationId).then(() => true, unlessNotFound)
      const id = newId()
      const key = randomBytes(32)
      const seal = { key, record: contentRecord(organizationId, id) }
      const blobs = stores.current
      const isPerson = actor.kind === 'administrator'
      const draft = await stored(stores.createDraft(id))
      let taken: ReceivedContent | undefined

      async function noteInfection({ found }: Infected) {
        log.warn({ organization_id: organizationId, kind, found }, 'an infected upload was rejected')
        await pool.transaction().execute(async (db) =>
          recordChange(db, actor, {
            action: 'document.upload_refused',
            object: { type: 'document', id: `${organizationId}/${kind}` },
            organizationId,
            outcome: 'denied',
            details: { kind, found },
            at: now(),
          }),
        )
      }

      async function commit(row: Parameters<typeof store.insertVersion>[1], expected: ExpectedVersions) {
        let mayBeCommitted = false
        try {
          return await pool.transaction().execute(async (db) => {
            const organization = await organizations.lock(db, organizationId)
            const { slot, isSame } = await findSame(db, { ...row, organizationId, ...fieldsOf(row) })
            demandVersion(expected, slot?.version, 'document')
            if (slot && isSame) return { slot, isNew: false }
            const version = (slot?.version ?? 0) + 1
            await store.insertVersion(db, { ...row, version })
            const { expires_on = null } = row
            const { uploaded_by_person } = row
            await showSlot(db, organizations, organization, kind, {
              status: 'pending',
              expires_on,
              uploaded_by_person,
            })
            const inserted = await store.findSlot(db, organizationId, kind)
            if (!inserted) throw new Error('The version that was just inserted does not exist.')
            const { download_url, ...data } = toDocument(inserted, now(), () => null)
            const object = { type: 'document', id }
            recordChange(db, actor, {
              action: 'document.uploaded',
              object,
              organizationId,
              version,
              alsoChanged: summaryChanged(organization),
              details: { kind, version, sha256: data.file.sha256 },
              data,
              at: row.uploaded_at,
            })
            mayBeCommitted = true
            return { slot: inserted, isNew: true }
          })
        } catch (error) {
          // If the outcome of the commit is unknown, the row may exist: the blob is kept, and `documents gc` decides later.
          if (!mayBeCommitted) await removeBlob()
          throw error
        }
      }

      async function removeBlob() {
        await blobs
          .remove(id)
          .catch((error) =>
            log.warn(
              { err: error, blob: id },
              'a blob could not be deleted; `kontor documents gc` will delete it',
            ),
          )
      }

      return {
        /** Throws ContentEmpty, ContentRefused or Infected. */
        async take(content: Readable): Promise<void> {
          try {
            taken = await stored(
              receiveContent(content, acceptedTypes(kind), {
                draft,
                seal,
                scanner: exists ? scanner : undefined,
                inspection,
              }),
            )
          } catch (error) {
            if (error instanceof Infected) await noteInfection(error)
            throw error
          }
        },

        /** Publishes the blob first, then inserts the row, so that the blob of a row always exists. */
        async finish(
          fileName: string | undefined,
          fields: UploadFields,
          expected: ExpectedVersions,
        ): Promise<store.FilledSlot> {
          // Throws the same error as the organizations feature if the organization does not exist.
          if (!exists) await organizations.require(pool, organizationId)
          if (!taken) throw new Error('finish() was called before the file was received.')
          const { contentType: content_type, size, sha256 } = taken
          const known = await findSafe(
            { organizationId, kind, sha256, uploaded_by_person: isPerson, ...fields },
            expected,
          )
          if (known) return known
          const content_key = await vault.seal(pool, contentKeyPlace(organizationId, id), key)
          await stored(blobs.publish(id, draft))
          const { slot, isNew } = await commit(
            {
              id,
              organization_id: organizationId,
              kind,
              version: 1,
              file_name: cleanFileName(fileName, content_type),
              content_type,
              size,
              sha256,
              content_key,
              store: blobs.url,
              ...fields,
              uploaded_by: actor.id ?? actor.name,
              uploaded_by_person: isPerson,
              uploaded_at: now(),
            },
            expected,
          )
          if (!isNew) await removeBlob()
          return slot
        },

        /** Deletes the draft. Does nothing after `finish`. */
        async discard(): Promise<void> {
          key.fill(0)
          await draft.discard()
        },
      }
    },
  }
}

function unlessNotFound(error: unknown): false {
  if (error instanceof Failure && error.kind === 'not_found') return false
  throw error
}

function fieldsOf({ number, issued_on, expires_on, comment }: Partial<UploadFields>): UploadFields {
  return {
    number: number ?? null,
    issued_on: issued_on ?? null,
    expires_on: expires_on ?? null,
    comment: comment ?? null,
  }
}
