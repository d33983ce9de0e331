import { createHash } from 'node:crypto'
import { base32crockford } from '@scure/base'
import { combine, split } from 'shamir-secret-sharing'
import { slotIdOf } from './slot-key.ts'

/**
 * Shamir shares of a slot key, for printing on paper: 45 bytes as 72 characters of Crockford's base 32, which has no I,
 * L, O and U and ignores case.
 *
 *   format (1) | start of the slot id (5) | threshold (1) | number of the share (1) | share (33) | checksum (4)
 */
export type Share = { slot: string; threshold: number; number: number; bytes: Uint8Array }
export type ShareFault = 'not_a_share' | 'mistyped' | 'newer_format'

const format = 1
const length = 45
const headerLength = 8
const checksumLength = 4
export const maxShares = 99

export async function splitSlotKey(slotKey: Buffer, count: number, threshold: number): Promise<string[]> {
  const slot = Buffer.from(slotIdOf(slotKey), 'hex').subarray(0, 5)
  const shares = await split(new Uint8Array(slotKey), count, threshold)
  return shares.map((bytes, index) => {
    const body = Buffer.concat([Buffer.of(format), slot, Buffer.of(threshold, index + 1), bytes])
    bytes.fill(0)
    const text = base32crockford.encode(Buffer.concat([body, checksum(body)]))
    body.fill(0)
    return (text.match(/.{4}/g) ?? []).join('-')
  })
}

/** Parses a share as typed: spaces, hyphens and case are ignored, O is read as 0, I and L as 1. */
export function parseShare(text: string): Share | ShareFault {
  const letters = text.replace(/[\s-]/g, '')
  if (!/^[0-9A-Za-z]{72}$/.test(letters) || /u/i.test(letters)) return 'not_a_share'
  const bytes = Buffer.from(base32crockford.decode(letters))
  const body = bytes.subarray(0, length - checksumLength)
  if (!checksum(body).equals(bytes.subarray(length - checksumLength))) return 'mistyped'
  if (body.readUInt8(0) !== format) return 'newer_format'
  return {
    slot: body.toString('hex', 1, 6),
    threshold: body.readUInt8(6),
    number: body.readUInt8(7),
    bytes: new Uint8Array(body.subarray(headerLength)),
  }
}

/** The slot key, checked against the slot id in the shares; undefined if the shares do not fit. */
export async function combineShares(shares: Share[]): Promise<Buffer | undefined> {
  const [first] = shares
  const numbers = new Set(shares.map(({ number }) => number))
  if (first === undefined || numbers.size !== shares.length || shares.length < first.threshold)
    return undefined
  if (shares.some(({ slot }) => slot !== first.slot)) return undefined
  const slotKey = Buffer.from(await combine(shares.map(({ bytes }) => bytes)))
  if (slotIdOf(slotKey).startsWith(first.slot)) return slotKey
  slotKey.fill(0)
  return undefined
}

function checksum(body: Buffer): Buffer {
  return createHash('sha256').update('kontor share').update(body).digest().subarray(0, checksumLength)
}
