import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createDurableFiles, type DurableFiles } from '../files/durable-files.ts'
import { keyLength } from './sealing.ts'

/** A key that opens one slot, written as 64 hexadecimal digits in a file or in the environment. */
export function newSlotKey(): Buffer {
  return randomBytes(keyLength)
}

/** Derived one-way (HKDF-SHA256, RFC 5869): the id identifies the slot but reveals nothing about the key. */
export function slotIdOf(slotKey: Buffer): string {
  return Buffer.from(hkdfSync('sha256', slotKey, Buffer.alloc(0), 'kontor slot id', 16)).toString('hex')
}

/** Parses a key; undefined if the text is not a key. Accepts the raw bytes of a file. */
export function parseSlotKey(text: Buffer): Buffer | undefined {
  const digits = text.toString('latin1').trim()
  return /^[0-9a-fA-F]{64}$/.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

export function formatSlotKey(slotKey: Buffer): string {
  return slotKey.toString('hex')
}

/** The key in a file; undefined if there is no file, 'unreadable' if it contains no key. */
export async function readKeyFile(path: string): Promise<Buffer | 'unreadable' | undefined> {
  let content: Buffer
  try {
    content = await readFile(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    return 'unreadable'
  }
  try {
    return parseSlotKey(content) ?? 'unreadable'
  } finally {
    content.fill(0)
  }
}

export async function isReadableByOthers(path: string): Promise<boolean> {
  const mode = await stat(path).then(
    ({ mode }) => mode,
    () => 0,
  )
  return (mode & 0o077) !== 0
}

/**
 * Writes a new key file that only this user can read. The file is created atomically and never replaces another one.
 * When this function returns, file and directory entry are on disk, so that rows which need the key may be committed.
 */
export function writeKeyFile(
  path: string,
  slotKey: Buffer,
  files: DurableFiles = createDurableFiles(),
): Promise<void> {
  return files.writeFile(path, `${formatSlotKey(slotKey)}\n`, { mode: 0o600 })
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
