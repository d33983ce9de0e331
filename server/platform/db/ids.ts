import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(16)
let lastMillisecond = 0
let counter = 0

/**
 * A UUIDv7 (RFC 9562). Ids are ordered by time, so new rows are added at the end of an index. Within a millisecond the
 * 12 bits of rand_a are a counter (method 1 of section 6.2), so the ids of one node always increase.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMillisecond++
    counter = 0
  }
  randomFillSync(bytes, 8, 8)
  bytes.writeUIntBE(lastMillisecond, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
