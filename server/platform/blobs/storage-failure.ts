import type { Logger } from 'pino'
import { type Failure, storageFull, unavailable } from '../errors.ts'
import { isStorageFull } from '../storage-full.ts'

/** The cause is logged for the operator; the caller can only try again. */
export function storageUnavailable(error: unknown, log: Logger): Failure {
  if (isStorageFull(error)) {
    log.error({ err: error, alert: 'storage_full' }, 'the blob store is full')
    return storageFull()
  }
  log.error({ err: error, alert: 'document_storage' }, 'the blob store failed')
  return unavailable('storage_unavailable', 'The document store is unavailable.', 30)
}
