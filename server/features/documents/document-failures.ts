import type { Logger } from 'pino'
import { Failure, storageFull, unavailable } from '../../platform/errors.ts'
import { isStorageFull } from '../../platform/storage-full.ts'

export function documentNotFound(): Failure {
  return new Failure('not_found', 'document_not_found', 'There is no such document.')
}

export function vaultSealed(): Failure {
  return unavailable('vault_sealed', 'Documents can be neither stored nor opened while the vault is sealed.')
}

/** The cause is logged for the operator; the caller can only try again. */
export function storageUnavailable(error: unknown, log: Logger): Failure {
  if (isStorageFull(error)) {
    log.error({ err: error, alert: 'storage_full' }, 'the blob store is full')
    return storageFull()
  }
  log.error({ err: error, alert: 'document_storage' }, 'the blob store failed')
  return unavailable('storage_unavailable', 'The document store is unavailable.', 30)
}
