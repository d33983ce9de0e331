import { errorCode } from './error-code.ts'

const diskFull = '53100'
const fullCodes = new Set(['ENOSPC', 'EDQUOT', diskFull])
/** What object stores call it; the status is 507, or 403 for a quota. */
const fullNames = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull'])

/** Whether there is no space left: for PostgreSQL, in the file system, or in the object store. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return fullCodes.has(errorCode(error) ?? '') || fullNames.has(error.name)
}
