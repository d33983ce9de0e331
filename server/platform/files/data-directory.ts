import { access, constants } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../errors.ts'
import { createDurableFiles } from './durable-files.ts'

/** Makes the data directory, if there is none, and checks that it can be written to. */
export async function makeDataDirectory(path: string, mode: number): Promise<void> {
  try {
    await createDurableFiles().makeDirectory(path, mode)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw directoryRefusal(path, error) ?? error
  }
}

/** Why the data directory cannot be used; undefined if the error is not one of the file system. */
export function directoryRefusal(path: string, error: unknown): StartRefused | undefined {
  const code = errorCode(error)
  const { syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined || syscall.startsWith('spawn')) return undefined
  const reason =
    {
      EACCES: 'is not writable for this user',
      EPERM: 'does not allow this user to set owners and modes',
      EROFS: 'is on a read-only file system',
      ENOTDIR: 'is not a directory',
      EEXIST: 'is not a directory',
      ENOENT: 'cannot be made',
      ENOSPC: 'is on a full disk',
      EDQUOT: 'is on a full disk',
      EBUSY: 'contains a mount point named postgres',
    }[code] ?? `cannot be used (${code})`
  return new StartRefused(
    `The data directory ${path} ${reason}: set KONTOR_DATA_DIR to a directory that the service can write to.`,
    { cause: error },
  )
}
