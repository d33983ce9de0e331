import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  chunkSize,
  createSealer,
  headerSize,
  openSealed,
  SealBroken,
  type SealKey,
  sealedSize,
} from '../../server/platform/blobs/sealed-stream.ts'
import { fc, runs } from '../support/cases/properties.ts'

const tagSize = 16
const seal: SealKey = {
  key: randomBytes(32),
  record: Buffer.from('organization 1, version 7'),
}

function sealed(content: Buffer, { pieces = [content], with: key = seal } = {}): Buffer {
  const sealer = createSealer(key)
  return Buffer.concat([sealer.header, ...pieces.flatMap((piece) => sealer.push(piece)), ...sealer.final()])
}

/** A store that answers in pieces of its own choosing, as files and networks do. */
function readerOf(blob: Buffer, pieceSize = 50_000) {
  return async function* read(from: number, to: number) {
    const wanted = blob.subarray(from, to)
    for (let at = 0; at < wanted.length; at += pieceSize) yield wanted.subarray(at, at + pieceSize)
  }
}

async function opened(
  blob: Buffer,
  size: number,
  { range, key = seal, pieceSize = 50_000 }: OpenOptions = {},
) {
  const parts: Buffer[] = []
  for await (const part of openSealed(readerOf(blob, pieceSize), key, size, range)) parts.push(part)
  return Buffer.concat(parts)
}
type OpenOptions = { range?: { start: number; end: number }; key?: SealKey; pieceSize?: number }

const sizes = [0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize, 3 * chunkSize + 17]

test.each(sizes)('%i bytes are decrypted unchanged, in any chunks', async (size) => {
  const content = randomBytes(size)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2 * chunkSize }), { maxLength: 6 }),
      fc.integer({ min: 1_000, max: 3 * chunkSize }),
      async (cuts, pieceSize) => {
        const pieces: Buffer[] = []
        let rest = content
        for (const cut of cuts) {
          pieces.push(rest.subarray(0, cut))
          rest = rest.subarray(cut)
        }
        const blob = sealed(content, { pieces: [...pieces, rest] })
        expect(blob.length).toBe(sealedSize(size))
        expect((await opened(blob, size, { pieceSize })).equals(content)).toBe(true)
      },
    ),
    { numRuns: runs(8) },
  )
})

test('any range decrypts to the same bytes as the whole', async () => {
  const size = 3 * chunkSize + 100
  const content = randomBytes(size)
  const blob = sealed(content)
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: size }), fc.nat({ max: size }), async (a, b) => {
      const range = { start: Math.min(a, b), end: Math.max(a, b) }
      expect((await opened(blob, size, { range })).equals(content.subarray(range.start, range.end))).toBe(
        true,
      )
    }),
    { numRuns: runs(60) },
  )
  await expect(opened(blob, size, { range: { start: 0, end: size + 1 } })).rejects.toThrow(RangeError)
})

test('a range reads only the chunks that contain it', async () => {
  const size = 5 * chunkSize
  const blob = sealed(randomBytes(size))
  const asked: [number, number][] = []
  const read = (from: number, to: number) => {
    asked.push([from, to])
    return readerOf(blob)(from, to)
  }
  for await (const _ of openSealed(read, seal, size, { start: 3 * chunkSize + 5, end: 3 * chunkSize + 6 }));
  const third = headerSize + 3 * (chunkSize + tagSize)
  expect(asked.sort((a, b) => a[0] - b[0])).toEqual([
    [0, headerSize],
    [third, third + chunkSize + tagSize],
  ])
})

test('every flipped bit is detected', async () => {
  const content = randomBytes(40)
  const blob = sealed(content)
  for (let bit = 0; bit < blob.length * 8; bit += 1) {
    const bad = Buffer.from(blob)
    bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await expect(opened(bad, content.length), `bit ${bit}`).rejects.toThrow(SealBroken)
  }
})

test('a flipped bit anywhere in a long blob is detected for every range', async () => {
  const size = 2 * chunkSize + 50
  const blob = sealed(randomBytes(size))
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: blob.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
      const bad = Buffer.from(blob)
      bad[at] = (bad[at] ?? 0) ^ (1 << bit)
      await expect(opened(bad, size)).rejects.toThrow(SealBroken)
    }),
    { numRuns: runs(60) },
  )
})

test('a truncated blob cannot be decrypted, not even if it is cut between chunks', async () => {
  const size = 3 * chunkSize
  const blob = sealed(randomBytes(size))
  const betweenChunks = [0, headerSize, ...[1, 2].map((n) => headerSize + n * (chunkSize + tagSize))]
  for (const cut of [...betweenChunks, blob.length - 1]) {
    await expect(opened(blob.subarray(0, cut), size)).rejects.toThrow(SealBroken)
  }
  // Somebody who can also change the recorded size cannot make a shorter file of it either.
  for (const chunks of [1, 2]) {
    const shorter = blob.subarray(0, headerSize + chunks * (chunkSize + tagSize))
    await expect(opened(shorter, chunks * chunkSize)).rejects.toThrow(SealBroken)
  }
})

test('chunks that were swapped, repeated or copied from another file cannot be decrypted', async () => {
  const size = 4 * chunkSize
  const content = randomBytes(size)
  const [blob, other] = [sealed(content), sealed(content)]
  const place = (n: number) => headerSize + n * (chunkSize + tagSize)
  const chunk = (of: Buffer, n: number) => of.subarray(place(n), place(n + 1))
  const joined = (...chunks: Buffer[]) => Buffer.concat([blob.subarray(0, headerSize), ...chunks])

  expect(await opened(joined(...[0, 1, 2, 3].map((n) => chunk(blob, n))), size)).toEqual(content)
  await expect(opened(joined(...[1, 0, 2, 3].map((n) => chunk(blob, n))), size)).rejects.toThrow(SealBroken)
  await expect(opened(joined(...[0, 0, 2, 3].map((n) => chunk(blob, n))), size)).rejects.toThrow(SealBroken)
  await expect(
    opened(joined(chunk(blob, 0), chunk(other, 1), chunk(blob, 2), chunk(blob, 3)), size),
  ).rejects.toThrow(SealBroken)
})

test('a blob can be decrypted only with its own record and key', async () => {
  const content = randomBytes(100)
  const blob = sealed(content)
  for (const key of [
    { ...seal, record: Buffer.from('organization 2, version 7') },
    { ...seal, record: Buffer.alloc(0) },
    { ...seal, key: randomBytes(32) },
  ]) {
    await expect(opened(blob, content.length, { key })).rejects.toThrow(SealBroken)
  }
})

test('encrypting the same content twice gives different bytes', () => {
  const content = Buffer.alloc(1_000)
  expect(sealed(content).subarray(headerSize)).not.toEqual(sealed(content).subarray(headerSize))
})
