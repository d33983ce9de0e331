import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The format of an encrypted document: a header, then chunks that are authenticated together with their position.
 * It is the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015), as used by age and Tink:
 *
 *   header = "KDOC" | format (1) | salt (32)
 *   chunk  = AES-256-GCM(64 KiB of content, or less in the last one) | tag (16)
 *
 * Chunks are encrypted with HKDF-SHA256(key, salt), which differs for each file even if a key were used twice, so the
 * nonce can be the number of the chunk. The key is sealed in the row of the document, where key rotation finds it. The
 * authenticated data of each chunk is header, record, chunk number and whether it is the last one: a chunk that was
 * moved, swapped, removed or copied to another record cannot be decrypted.
 */
export const chunkSize = 65_536
const tagSize = 16
const saltSize = 32
const magic = Buffer.from('KDOC')
const format = 1
export const headerSize = magic.length + 1 + saltSize

export type SealKey = {
  key: Buffer
  /** Identifies the record of the content. Computed from its row, never read from the blob. */
  record: Buffer
}

/** The content is not authentic: damaged, truncated, moved, or encrypted with another key. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** The encrypted size of `size` bytes of content. */
export function sealedSize(size: number): number {
  return headerSize + size + chunkCount(size) * tagSize
}

/** Empty content has one chunk, to distinguish it from a truncated file. */
function chunkCount(size: number): number {
  return Math.max(1, Math.ceil(size / chunkSize))
}

/** Encrypts content incrementally. Write the results of `push` and `final` in this order. */
export function createSealer({ key, record }: SealKey) {
  const header = Buffer.alloc(headerSize)
  magic.copy(header)
  header.writeUInt8(format, magic.length)
  randomBytes(saltSize).copy(header, headerSize - saltSize)
  const fileKey = deriveKey(key, header)
  let index = 0
  /** The content of the chunk that is not sealed yet. It is copied here, so that the caller need not keep it. */
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  let filled = 0

  function sealChunk(last: boolean): Buffer[] {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index), { authTagLength: tagSize })
    cipher.setAAD(placeOf(header, record, index, last))
    const sealed = [cipher.update(chunk.subarray(0, filled)), cipher.final(), cipher.getAuthTag()]
    index += 1
    filled = 0
    return sealed
  }

  return {
    /** Of the caller, as all results are. */
    header: Buffer.from(header),
    push(content: Buffer): Buffer[] {
      const sealed: Buffer[] = []
      for (let from = 0; from < content.length; ) {
        // A full chunk is kept until more content shows that it is not the last one.
        if (filled === chunkSize) sealed.push(...sealChunk(false))
        const length = content.copy(chunk, filled, from)
        filled += length
        from += length
      }
      return sealed
    },
    final(): Buffer[] {
      const sealed = sealChunk(true)
      fileKey.fill(0)
      chunk.fill(0)
      return sealed
    },
  }
}

/** Returns the bytes of an encrypted blob from `from` up to but not including `to`. */
export type ReadSealed = (from: number, to: number) => AsyncIterable<Buffer>

/**
 * Decrypts the bytes from `start` up to but not including `end` of content with `size` bytes. Only the chunks that
 * contain them are read, and no chunk is returned before it is authenticated.
 */
export async function* openSealed(
  read: ReadSealed,
  seal: SealKey,
  size: number,
  { start, end }: { start: number; end: number } = { start: 0, end: size },
): AsyncGenerator<Buffer> {
  if (start < 0 || end > size || start > end) throw new RangeError('The range is outside the content.')
  const firstChunk = Math.floor(start / chunkSize)
  const lastChunk = chunkCount(size) - 1
  const endChunk = end === start ? firstChunk : Math.floor((end - 1) / chunkSize)
  const from = headerSize + firstChunk * (chunkSize + tagSize)
  const to = Math.min(headerSize + (endChunk + 1) * (chunkSize + tagSize), sealedSize(size))
  // Read together with the header if they are adjacent, to save a request to a remote store.
  const blob = byteReader(read(firstChunk === 0 ? 0 : from, to))
  let fileKey: Buffer | undefined
  try {
    const header = firstChunk === 0 ? await blob.take(headerSize) : await readHeader(read)
    fileKey = openHeader(header, seal.key)
    for (let index = firstChunk; index <= endChunk; index += 1) {
      const last = index === lastChunk
      const length = last ? size - index * chunkSize : chunkSize
      const sealed = await blob.take(length + tagSize)
      const content = openChunk(fileKey, header, seal.record, index, last, sealed)
      const offset = index * chunkSize
      yield content.subarray(Math.max(0, start - offset), Math.min(length, end - offset))
    }
  } finally {
    fileKey?.fill(0)
    await blob.close()
  }
}

async function readHeader(read: ReadSealed): Promise<Buffer> {
  const blob = byteReader(read(0, headerSize))
  try {
    return await blob.take(headerSize)
  } finally {
    await blob.close()
  }
}

function openHeader(header: Buffer, key: Buffer): Buffer {
  if (!header.subarray(0, magic.length).equals(magic)) throw new SealBroken('The blob has no header.')
  if (header.readUInt8(magic.length) !== format) throw new SealBroken('The blob has another format.')
  return deriveKey(key, header)
}

function openChunk(
  fileKey: Buffer,
  header: Buffer,
  record: Buffer,
  index: number,
  last: boolean,
  sealed: Buffer,
) {
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(index), { authTagLength: tagSize })
  decipher.setAAD(placeOf(header, record, index, last))
  decipher.setAuthTag(sealed.subarray(sealed.length - tagSize))
  const content = decipher.update(sealed.subarray(0, sealed.length - tagSize))
  try {
    decipher.final()
  } catch {
    throw new SealBroken(`Chunk ${index} cannot be decrypted.`)
  }
  return content
}

function deriveKey(key: Buffer, header: Buffer): Buffer {
  const salt = header.subarray(headerSize - saltSize)
  return Buffer.from(hkdfSync('sha256', key, salt, 'kontor document content 1', 32))
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

/** Only the record has a variable length, and it comes last, so the encoding is unambiguous. */
function placeOf(header: Buffer, record: Buffer, index: number, last: boolean): Buffer {
  const place = Buffer.alloc(5)
  place.writeUInt32BE(index)
  place.writeUInt8(last ? 1 : 0, 4)
  return Buffer.concat([header, place, record])
}

/** Reads a stream in chunks of the requested size. */
function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  let pieces: Buffer[] = []
  let available = 0
  return {
    async take(length: number): Promise<Buffer> {
      while (available < length) {
        const next = await iterator.next()
        if (next.done) throw new SealBroken('The blob is truncated.')
        pieces.push(next.value)
        available += next.value.length
      }
      const joined = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
      pieces = joined.length > length ? [joined.subarray(length)] : []
      available -= length
      return joined.subarray(0, length)
    },
    async close() {
      await iterator.return?.()
    },
  }
}
