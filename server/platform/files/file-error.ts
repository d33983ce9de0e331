import { errorCode } from '../error-code.ts'

const codes = new Set(['EACCES', 'EBUSY', 'EEXIST', 'EIO', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Whether a file or a directory could not be used, for a reason that the operator can see to. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && codes.has(errorCode(error) ?? '')
}
