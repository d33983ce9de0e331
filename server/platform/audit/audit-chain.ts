import { createHash } from 'node:crypto'

/** The columns of a row that the hash chain covers. */
export type ChainRow = { seq: number; at: Date; event: string; previous_hash: Buffer; hash: Buffer }
export type Link = { seq: number; hash: Buffer }
export type Problem = { seq: number; message: string }

/** The link before the first row. */
export const genesis: Link = { seq: 0, hash: Buffer.alloc(0) }

/** SHA-256 of the stored event, the previous hash and the row number; the same as audit_append_rows in 0066_two_roles.sql. */
export function rowHash(event: string, previous: Buffer, seq: number): Buffer {
  return createHash('sha256')
    .update(`{"event":${event},"prev":"${previous.toString('hex')}","seq":${seq}}`)
    .digest()
}

/** Checks a row that should follow `previous`. Returns undefined if it is correct. */
export function problemOf(row: ChainRow, previous: Link): Problem | undefined {
  const expected = previous.seq + 1
  if (row.seq !== expected) return { seq: expected, message: `Row ${expected} is missing.` }
  const { seq } = row
  if (!row.previous_hash.equals(previous.hash)) {
    return { seq, message: `Row ${seq} does not follow from row ${previous.seq}.` }
  }
  if (!row.hash.equals(rowHash(row.event, row.previous_hash, seq))) {
    return { seq, message: `Row ${seq} was changed: its hash does not fit its content.` }
  }
  if (timeOf(row.event) !== row.at.getTime()) {
    return { seq, message: `Row ${seq} was changed: its time is not the one that was hashed.` }
  }
  return undefined
}

function timeOf(event: string): number | undefined {
  try {
    return Date.parse((JSON.parse(event) as { at: string }).at)
  } catch {
    return undefined
  }
}
