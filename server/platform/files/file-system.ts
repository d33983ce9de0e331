import * as fs from 'node:fs/promises'

export interface OpenFile {
  readonly fd: number
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  /** May write less than everything. Without a position, it writes after what was written before. */
  writev(pieces: readonly Buffer[], position?: number): Promise<{ bytesWritten: number }>
  truncate(length: number): Promise<void>
  sync(): Promise<void>
  stat(): Promise<{ size: number }>
  close(): Promise<void>
}

/**
 * What the service uses to change files. Tests put a disk that fails in its place. What only reads files uses node:fs.
 */
export interface FileSystem {
  /** `r` also opens directories, to sync them; `wx` creates a file; `a+` appends, and creates a missing file. */
  open(path: string, flags: 'r' | 'wx' | 'wx+' | 'a+', mode?: number): Promise<OpenFile>
  mkdir(path: string, mode: number): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** Unlike rename, it fails if the name exists. */
  link(existing: string, path: string): Promise<void>
  unlink(path: string): Promise<void>
  removeTree(path: string): Promise<void>
}

export const nodeFileSystem: FileSystem = {
  open: fs.open,
  mkdir: (path, mode) => fs.mkdir(path, mode),
  rename: fs.rename,
  link: fs.link,
  unlink: fs.unlink,
  removeTree: (path) => fs.rm(path, { recursive: true, force: true }),
}
