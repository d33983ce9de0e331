import { errorCode } from '../error-code.ts'

const codes = new Set(['EACCES', 'EBUSY', 'EEXIST', 'EIO', 'EISDIR', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'])

/** Whether a file or a directory could not be used. The socket of a database has the same codes. */
export function isFileError(error: unknown): error is Error {
  if (!(error instanceof Error) || !codes.has(errorCode(error) ?? '')) return false
  const { syscall } = error as NodeJS.ErrnoException
  return syscall !== undefined && syscall !== 'connect'
}
