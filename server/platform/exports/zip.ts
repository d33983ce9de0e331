import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { PackedRows } from './sheet-pool.ts'

/** The sizes follow the data of an entry, because they are not known before. */
const sizesFollow = 0x0008
const isUtf8 = 0x0800
const deflated = 8
/** A last block without content. */
const lastBlock = Buffer.from([0x03, 0x00])

/** A short text, or a file that fits into memory, as a part of a deflate stream; `checksum` is that of what is before it. */
export function packed(content: string | Uint8Array, checksum = 0): Omit<PackedRows, 'rows'> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    packed: Uint8Array.from(deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })),
    size: bytes.length,
    checksum: crc32(bytes, checksum),
  }
}

/** Writes a ZIP archive piece by piece: an entry begins, gets its content in packed parts, and is finished. */
export function createZip() {
  const directory: Buffer[] = []
  let offset = 0
  let entry = { name: '', start: 0, checksum: 0, size: 0, packed: 0 }

  function counted<Bytes extends Uint8Array>(piece: Bytes): Bytes {
    offset += piece.length
    return piece
  }

  return {
    begin(name: string): Uint8Array {
      entry = { name, start: offset, checksum: 0, size: 0, packed: 0 }
      return counted(header(0x04034b50, name, { flags: isUtf8 | sizesFollow }))
    },

    /** Of the entry so far. */
    checksum: () => entry.checksum,

    add(part: Omit<PackedRows, 'rows'>): Uint8Array {
      entry.checksum = part.checksum
      entry.size += part.size
      entry.packed += part.packed.length
      return counted(part.packed)
    },

    finish(): Uint8Array {
      entry.packed += lastBlock.length
      const sizes = Buffer.alloc(16)
      sizes.writeUInt32LE(0x08074b50, 0)
      sizes.writeUInt32LE(entry.checksum, 4)
      sizes.writeUInt32LE(entry.packed, 8)
      sizes.writeUInt32LE(entry.size, 12)
      directory.push(header(0x02014b50, entry.name, { flags: isUtf8 | sizesFollow, ...entry }))
      return counted(Buffer.concat([lastBlock, sizes]))
    },

    end(): Uint8Array {
      const bytes = directory.reduce((sum, { length }) => sum + length, 0)
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(directory.length, 8)
      end.writeUInt16LE(directory.length, 10)
      end.writeUInt32LE(bytes, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([...directory, end])
    },
  }
}

/** The header before an entry, or with `start` its row in the directory at the end. */
function header(
  signature: number,
  name: string,
  {
    flags,
    checksum = 0,
    packed = 0,
    size = 0,
    start,
  }: { flags: number; checksum?: number; packed?: number; size?: number; start?: number },
): Buffer {
  const isInDirectory = start !== undefined
  const text = Buffer.from(name)
  const bytes = Buffer.alloc(isInDirectory ? 46 : 30)
  let at = bytes.writeUInt32LE(signature, 0)
  if (isInDirectory) at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(20, at)
  at = bytes.writeUInt16LE(flags, at)
  at = bytes.writeUInt16LE(deflated, at)
  // Time and day: the first that the format knows, because readers show another one as the time of a file.
  at = bytes.writeUInt16LE(0, at)
  at = bytes.writeUInt16LE(0x21, at)
  at = bytes.writeUInt32LE(checksum, at)
  at = bytes.writeUInt32LE(packed, at)
  at = bytes.writeUInt32LE(size, at)
  bytes.writeUInt16LE(text.length, at)
  if (isInDirectory) bytes.writeUInt32LE(start, 42)
  return Buffer.concat([bytes, text])
}
