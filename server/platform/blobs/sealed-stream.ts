import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The sealed form of a document: a header, then chunks that each authenticate themselves and their place.
 * It is the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) as age and Tink use it:
 *
 *   header = "KDOC" | format (1) | salt (32)
 *   chunk  = AES-256-GCM(64 KiB of content, or less in the last one) | tag (16)
 *
 * Chunks are sealed under HKDF-SHA256(key, salt), new for every file even if a key were used twice, so that the nonce
 * may be the chunk's number. The key itself is sealed in the row of its document, where rotation reaches it.
 * The authenticated data of each chunk is header, record, chunk number and whether it is the last: a chunk
 * that was moved, swapped, cut off or put under another record does not open.
 */
export const chunkSize = 65_536
const tagSize = 16
const saltSize = 32
const magic = Buffer.from('KDOC')
const format = 1
export const headerSize = magic.length + 1 + saltSize

export type SealKey = {
  key: Buffer
  /** Names the record the content belongs to, computed from its row and never read from the blob. */
  record: Buffer
}

/** The content is not what was sealed for this record: damaged, cut, moved, or sealed with another key. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

/** How many bytes `size` bytes of content take once sealed. */
export function sealedSize(size: number): number {
  return headerSize + size + chunkCount(size) * tagSize
}

/** Empty content still has one chunk: without it, an empty file could not be told from a cut one. */
function chunkCount(size: number): number {
  return Math.max(1, Math.ceil(size / chunkSize))
}

/** Seals content piece by piece. What `push` and `final` give back is to be written in that order. */
export function createSealer({ key, record }: SealKey) {
  const header = Buffer.alloc(headerSize)
  magic.copy(header)
  header.writeUInt8(format, magic.length)
  randomBytes(saltSize).copy(header, headerSize - saltSize)
  const fileKey = deriveKey(key, header)
  let index = 0
  let pending: Buffer[] = []
  let pendingSize = 0

  function sealChunk(last: boolean): Buffer[] {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(index), { authTagLength: tagSize })
    cipher.setAAD(placeOf(header, record, index, last))
    const sealed = pending.map((piece) => cipher.update(piece))
    sealed.push(cipher.final(), cipher.getAuthTag())
    index += 1
    pending = []
    pendingSize = 0
    return sealed
  }

  return {
    header,
    push(content: Buffer): Buffer[] {
      const sealed: Buffer[] = []
      let rest = content
      while (rest.length > 0) {
        // A full chunk is held back until more content shows that it is not the last one.
        if (pendingSize === chunkSize) sealed.push(...sealChunk(false))
        const piece = rest.subarray(0, chunkSize - pendingSize)
        pending.push(piece)
        pendingSize += piece.length
        rest = rest.subarray(piece.length)
      }
      return sealed
    },
    final(): Buffer[] {
      const sealed = sealChunk(true)
      fileKey.fill(0)
      return sealed
    },
  }
}

/** Gives the bytes `from` up to and not including `to` of a sealed blob. */
export type ReadSealed = (from: number, to: number) => AsyncIterable<Buffer>

/**
 * Opens the bytes `start` to `end` (not included) of content that is `size` bytes long. Only the chunks that
 * hold them are read, and nothing of a chunk is given out before all of it has proved itself.
 */
export async function* openSealed(
  read: ReadSealed,
  seal: SealKey,
  size: number,
  { start, end }: { start: number; end: number } = { start: 0, end: size },
): AsyncGenerator<Buffer> {
  if (start < 0 || end > size || start > end) throw new RangeError('The range lies outside the content.')
  const firstChunk = Math.floor(start / chunkSize)
  const lastChunk = chunkCount(size) - 1
  const endChunk = end === start ? firstChunk : Math.floor((end - 1) / chunkSize)
  const from = headerSize + firstChunk * (chunkSize + tagSize)
  const to = Math.min(headerSize + (endChunk + 1) * (chunkSize + tagSize), sealedSize(size))
  // Read together with the header where they touch: a distant store then needs one request, not two.
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
    throw new SealBroken(`Chunk ${index} does not open.`)
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

/** Record is the only part of varying length and stands last, so no two places have the same bytes. */
function placeOf(header: Buffer, record: Buffer, index: number, last: boolean): Buffer {
  const place = Buffer.alloc(5)
  place.writeUInt32BE(index)
  place.writeUInt8(last ? 1 : 0, 4)
  return Buffer.concat([header, place, record])
}

/** Cuts a stream of pieces of any size into pieces of the size asked for. */
function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  let pieces: Buffer[] = []
  let available = 0
  return {
    async take(length: number): Promise<Buffer> {
      while (available < length) {
        const next = await iterator.next()
        if (next.done) throw new SealBroken('The blob ends too early.')
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
