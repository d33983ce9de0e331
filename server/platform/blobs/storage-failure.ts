import type { Logger } from 'pino'
import { type Failure, storageFull, unavailable } from '../errors.ts'
import { isStorageFull } from '../storage-full.ts'

/** The store itself logs that it fails; the caller can only try again. */
export function storageUnavailable(error: unknown, log: Logger): Failure {
  if (isStorageFull(error)) {
    log.error({ err: error, alert: 'storage_full' }, 'the blob store is full')
    return storageFull()
  }
  return unavailable('storage_unavailable', 'The document store is unavailable.', 30)
}
