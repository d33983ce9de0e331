import { randomBytes } from 'node:crypto'
import { access, constants, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../error-code.ts'
import { type FileSystem, nodeFileSystem, type OpenFile } from './file-system.ts'

export type DurableFiles = ReturnType<typeof createDurableFiles>

/**
 * The ways in which the service changes files. When one of these functions has resolved, its result survives a power
 * failure: a file is on disk once it was synced, and its name once the directory was synced.
 */
export function createDurableFiles(fileSystem: FileSystem = nodeFileSystem) {
  /** Directories that were on disk, with all above them, since this process started. */
  const durable = new Set<string>()

  async function syncDirectory(path: string): Promise<void> {
    const directory = await fileSystem.open(path, 'r')
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
  }

  /** Syncs the directories above. Where this user cannot read and write, the service has made nothing. */
  async function syncNameOf(path: string): Promise<void> {
    const parent = dirname(path)
    if (parent === path || !(await isAccessible(parent))) return
    await syncDirectory(parent)
    if (durable.has(parent)) return
    await syncNameOf(parent)
    durable.add(parent)
  }

  /** Not the option `recursive` of Node: in a directory such as /proc, where nothing can be made, it tries for ever. */
  async function createDirectory(path: string, mode: number): Promise<'created' | 'found'> {
    const tryOnce = async () => {
      try {
        await fileSystem.mkdir(path, mode)
        return 'created'
      } catch (error) {
        if (await isDirectory(path)) return 'found'
        if (errorCode(error) !== 'ENOENT') throw error
        return error
      }
    }
    const outcome = await tryOnce()
    if (outcome === 'created' || outcome === 'found') return outcome
    // Also if the directory above exists by now: a concurrent call may have made it in between.
    await makeDirectory(dirname(path), mode)
    const second = await tryOnce()
    if (second === 'created' || second === 'found') return second
    throw second
  }

  /**
   * Makes a directory and those above it. One that is found is synced as well, once: another call may have made it a
   * moment ago, or have failed before it was synced.
   */
  async function makeDirectory(given: string, mode = 0o700): Promise<void> {
    const path = resolve(given)
    const outcome = await createDirectory(path, mode)
    if (outcome === 'found' && durable.has(path)) return
    await syncNameOf(path)
    durable.add(path)
  }

  /** Deletes a file. After a power failure it may be back. */
  async function remove(path: string): Promise<void> {
    await fileSystem.unlink(path).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
  }

  /** Renames a file that was synced, or a directory whose content was. If it fails, the old name is back. */
  async function move(from: string, to: string): Promise<void> {
    await fileSystem.rename(from, to)
    try {
      await syncDirectory(dirname(to))
    } catch (error) {
      await fileSystem.rename(to, from).catch(() => {})
      throw error
    }
  }

  /** Writes a whole file, or nothing. It replaces a file with this name only if that is wanted; otherwise it fails. */
  async function writeFile(
    path: string,
    content: string,
    { mode, replace = false }: { mode: number; replace?: boolean },
  ): Promise<void> {
    await makeDirectory(dirname(path))
    const draft = `${path}.${randomBytes(6).toString('hex')}.new`
    const file = await fileSystem.open(draft, 'wx', mode)
    try {
      await writeAll(file, [Buffer.from(content)])
      await file.sync()
      if (replace) await fileSystem.rename(draft, path)
      else await fileSystem.link(draft, path)
    } finally {
      await file.close().catch(() => {})
      await fileSystem.unlink(draft).catch(() => {})
    }
    await syncDirectory(dirname(path))
  }

  /**
   * Appends whole lines. A line that a crash left incomplete is ended first. If it fails, the lines are cut off again:
   * after a failed sync they can still be read, but may never reach the disk.
   */
  async function appendLines(path: string, lines: string, { mode }: { mode: number }): Promise<void> {
    await makeDirectory(dirname(path), 0o777)
    const file = await fileSystem.open(path, 'a+', mode)
    try {
      const { size } = await file.stat()
      try {
        const separator = (await endsInMidLine(file, size)) ? '\n' : ''
        await writeAll(file, [Buffer.from(separator + lines)])
        await file.sync()
        await syncNameOf(resolve(path))
      } catch (error) {
        await file.truncate(size).catch(() => {})
        throw error
      }
    } finally {
      await file.close()
    }
  }

  /** Syncs an existing file, before anything relies on it: the process that wrote it may have been killed. */
  async function settle(path: string): Promise<void> {
    const file = await fileSystem.open(path, 'r')
    try {
      await file.sync().catch(unlessUnsyncable)
    } finally {
      await file.close()
    }
    await syncNameOf(resolve(path))
  }

  return { ...fileSystem, syncDirectory, makeDirectory, remove, move, writeFile, appendLines, settle }
}

/** Continues after a short write (full disk, signal) until everything is written or an error occurs. */
export async function writeAll(file: OpenFile, pieces: readonly Buffer[], position?: number): Promise<void> {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (total === 0) return
  const { bytesWritten } = await file.writev(pieces, position)
  if (bytesWritten === total) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  await writeAll(file, [rest], position === undefined ? undefined : position + bytesWritten)
}

async function endsInMidLine(file: OpenFile, size: number): Promise<boolean> {
  if (size === 0) return false
  const last = Buffer.alloc(1)
  await file.read(last, 0, 1, size - 1)
  return last[0] !== 0x0a
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}

async function isAccessible(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
}

/** A key may come from a pipe or a read-only file system. */
function unlessUnsyncable(error: unknown): void {
  if (!['EINVAL', 'EROFS'].includes(errorCode(error) ?? '')) throw error
}
